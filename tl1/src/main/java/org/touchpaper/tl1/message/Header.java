package org.touchpaper.tl1.message;

/**
 * The first line of a response or autonomous message.
 *
 * @param sid the source's identifier without its quotes
 * @param date as sent, YY-MM-DD or YYYY-MM-DD
 * @param time as sent, HH:MM:SS; elements' clocks are often wrong and segments out of order
 */
public record Header(String sid, String date, String time) {}
