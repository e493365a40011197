package org.touchpaper.segment.provider;

import org.springframework.context.annotation.Configuration;

/**
 * Everything a segment service imports to become a {@link
 * org.touchpaper.segment.connection.NetworkSegment}. The service itself provides beans of type
 * {@link Admission}, {@link CircuitConfiguration} and {@link
 * org.touchpaper.segment.element.Elements}; the {@link SegmentProvider} is the bean to call.
 */
@Configuration(proxyBeanMethods = false)
public class SegmentConfiguration {}
