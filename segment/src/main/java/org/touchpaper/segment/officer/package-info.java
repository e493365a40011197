/**
 * The security officer's interface to a segment: who uses what, cut a lightpath, a host or the
 * whole site, and lift a cut. It works without any broker. Start reading at {@link
 * org.touchpaper.segment.officer.CutService}. {@code CutOrderController} serves it under {@code
 * /api/v1/cuts} and {@code /api/v1/usage} to the roles officer and admin, and under {@code /cuts}
 * and {@code /usage} to peers with the role officer, for a broker's page. A service imports {@link
 * org.touchpaper.segment.officer.OfficerConfiguration} and provides a bean {@link
 * org.touchpaper.segment.cut.CuttableNetworkDescription}.
 */
@NullMarked
package org.touchpaper.segment.officer;

import org.jspecify.annotations.NullMarked;
