/**
 * The BAR's SOAP endpoints: {@code /services/Segment} for its requesters (the network resource
 * manager and other sites' brokers) and {@code /services/SegmentHolder} for the segments that it
 * books. Start at {@link org.touchpaper.bar.soap.BrokerSoapConfiguration}.
 */
@NullMarked
package org.touchpaper.bar.soap;

import org.jspecify.annotations.NullMarked;
