/**
 * A reconnecting session with an element, independent of its protocol: backoff after failures,
 * timeouts, session states and events. Start at {@link
 * org.touchpaper.elementsession.connection.ReconnectingSession}. Depends on {@code transport},
 * {@code transcript} and the TL1 messages that events carry.
 */
@NullMarked
package org.touchpaper.elementsession.connection;

import org.jspecify.annotations.NullMarked;
