/**
 * NSI's state machines of a connection: reservation, provision and lifecycle (GFD.237 section 3.5),
 * as pure functions from state and event to the next state. Depends on the JDK and JSpecify only.
 */
@NullMarked
package org.touchpaper.segment.connection.state;

import org.jspecify.annotations.NullMarked;
