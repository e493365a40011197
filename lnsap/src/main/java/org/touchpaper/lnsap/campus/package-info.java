/**
 * Hosts, ports and border (a port or pseudowires) of one campus. Start reading at {@link
 * org.touchpaper.lnsap.campus.Campus}; {@link org.touchpaper.lnsap.campus.CampusFile} reads it from
 * a file. Examples are in {@code deploy/samples}.
 */
@NullMarked
package org.touchpaper.lnsap.campus;

import org.jspecify.annotations.NullMarked;
