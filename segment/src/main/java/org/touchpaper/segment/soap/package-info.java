/**
 * The segment contract over SOAP, in both directions, server and client. Only this package depends
 * on the bindings of {@code urn:touchpaper:segment:1}. Start reading at {@link
 * org.touchpaper.segment.soap.SegmentEndpoint} and {@link
 * org.touchpaper.segment.soap.SegmentSoapClient}; a service imports {@link
 * org.touchpaper.segment.soap.SegmentSoapConfiguration}.
 */
@NullMarked
package org.touchpaper.segment.soap;

import org.jspecify.annotations.NullMarked;
