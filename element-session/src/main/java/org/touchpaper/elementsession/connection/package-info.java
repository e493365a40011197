/**
 * A reconnecting connection to an element, independent of its protocol: backoff after failures,
 * timeouts, session states and events. Start at {@link
 * org.touchpaper.elementsession.connection.ReconnectingConnection}. Depends on {@code transport}
 * and on the TL1 messages that events carry.
 */
@NullMarked
package org.touchpaper.elementsession.connection;

import org.jspecify.annotations.NullMarked;
