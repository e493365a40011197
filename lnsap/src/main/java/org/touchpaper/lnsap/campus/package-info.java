/**
 * Hosts, ports and the border of one campus, which is a port or pseudowires, as a file describes
 * them. Start reading at {@link org.touchpaper.lnsap.campus.Campus}; {@link
 * org.touchpaper.lnsap.campus.CampusFile} reads it. The demo campuses are the resources {@code
 * lnsap/ucl.yaml} and {@code lnsap/manchester.yaml}.
 */
@NullMarked
package org.touchpaper.lnsap.campus;

import org.jspecify.annotations.NullMarked;
