/** Tests of the contract values and state machines. Start at StateMachinesTest. */
@NullMarked
package org.touchpaper.segment.connection;

import org.jspecify.annotations.NullMarked;
