/**
 * Fault injection: the kinds of faults, plans with their rates, and the schedule of one element.
 * Start at {@link org.touchpaper.elementemulator.fault.RandomFaultSettings}. Depends on TL1
 * acknowledgement codes only.
 */
@NullMarked
package org.touchpaper.elementemulator.fault;

import org.jspecify.annotations.NullMarked;
