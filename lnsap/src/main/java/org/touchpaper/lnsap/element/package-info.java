/**
 * The configuration of a circuit on the campus edge, and the driver for a Cisco 7600. Start reading
 * at {@link org.touchpaper.lnsap.element.CampusItemPlanner}, which turns a campus route into items,
 * and {@link org.touchpaper.lnsap.element.Ios7600Driver}. {@code IosQueries} runs show commands,
 * {@code IosItemReader} reads items and owners, {@code IosAlarmReader} faults; {@code
 * SwitchPortCommandPlanner} configures and restores ports; {@code UncertainCommandPortBlocker}
 * keeps commands that may still take effect, {@code UnnamedVlanClaimStore} the owners of VLANs
 * without names.
 */
@NullMarked
package org.touchpaper.lnsap.element;

import org.jspecify.annotations.NullMarked;
