/** Tests of events; start at BookingSnapshotTest. */
@NullMarked
package org.touchpaper.bar.event;

import org.jspecify.annotations.NullMarked;
