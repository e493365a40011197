/**
 * The state of an emulated element that its connections share: entities, alarms, card slots, locks
 * and transcript. Start at {@link org.touchpaper.elementemulator.state.ElementState}. Depends on
 * {@code config} and {@code fault}.
 */
@NullMarked
package org.touchpaper.elementemulator.state;

import org.jspecify.annotations.NullMarked;
