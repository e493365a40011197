/**
 * The values that HARC's messages carry besides the protocol: actions, vote notes, the state of
 * bookings and timetables. Start at {@link org.touchpaper.harc.client.model.HarcAction}. Depends on
 * harc-protocol only.
 */
@NullMarked
package org.touchpaper.harc.client.model;

import org.jspecify.annotations.NullMarked;
