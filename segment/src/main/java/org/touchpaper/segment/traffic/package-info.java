/**
 * The traffic that elements count at ports and of circuits: read once a minute, kept as history,
 * and shown to operators and to brokers. Start at {@link
 * org.touchpaper.segment.traffic.TrafficCollector}.
 */
@NullMarked
package org.touchpaper.segment.traffic;

import org.jspecify.annotations.NullMarked;
