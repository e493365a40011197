/** Tests of the pure values and machines; start at StateMachinesTest. */
@NullMarked
package org.touchpaper.segment.connection;

import org.jspecify.annotations.NullMarked;
