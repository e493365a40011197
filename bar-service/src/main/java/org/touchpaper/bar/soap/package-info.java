/**
 * The BAR over SOAP: {@code /services/Segment} for those who book it (the network resource manager,
 * other sites' brokers) and {@code /services/SegmentHolder} for the segments it books. Start at
 * {@link org.touchpaper.bar.soap.SoapConfiguration}.
 */
@NullMarked
package org.touchpaper.bar.soap;

import org.jspecify.annotations.NullMarked;
