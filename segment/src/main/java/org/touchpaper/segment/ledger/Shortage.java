package org.touchpaper.segment.ledger;

/**
 * Why a claim does not fit.
 *
 * @param claim the claim
 * @param free the most that its resource has free throughout the claim's window, to this connection
 */
public record Shortage(Claim claim, long free) {}
