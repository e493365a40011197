package org.touchpaper.elementemulator.forwarding;

/**
 * The settings of a policer, which drops what exceeds its rate.
 *
 * @param id the element, the port or interface, the direction and the policy
 * @param rate bit/s
 * @param burstBytes the depth of its bucket
 */
public record PolicerSettings(String id, long rate, long burstBytes) {}
