/**
 * What the campus edge shall hold for a circuit, and how to tell it. Start reading at {@link
 * org.touchpaper.lnsap.element.CampusConfiguration}, which turns a tail into items, and {@link
 * org.touchpaper.lnsap.element.Ios7600Driver}, which types at a Cisco 7600. {@code IosReading} asks
 * it, {@code IosItems} finds whose what it shows is, {@code IosAlarms} what has failed, and how a
 * port is put to use and left as it was found is {@code SwitchPort}, and what has to stay as it is
 * for a while, because a line may yet be carried out, {@code LateLines} know. Whose a VLAN is that
 * did not take its name, {@code NamelessVlans} do.
 */
@NullMarked
package org.touchpaper.lnsap.element;

import org.jspecify.annotations.NullMarked;
