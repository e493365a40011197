/**
 * Throughput of the TL1 codec and of sessions. Start at {@link org.touchpaper.bench.tl1.Tl1Bench};
 * {@link org.touchpaper.bench.tl1.MessageDecoderBenchmark} is run by JMH in a JVM of its own.
 */
@NullMarked
package org.touchpaper.bench.tl1;

import org.jspecify.annotations.NullMarked;
