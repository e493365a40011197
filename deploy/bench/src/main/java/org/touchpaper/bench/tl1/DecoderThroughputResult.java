package org.touchpaper.bench.tl1;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Throughput of the decoder benchmarks in MB/s. */
record DecoderThroughputResult(double decode, double copy, double split) {

  private static final int ITERATIONS = 5;

  /** Runs the benchmarks one after the other, each in a JVM of its own if {@code fork} is set. */
  static DecoderThroughputResult measure(@Nullable Path folder, double seconds, boolean fork)
      throws RunnerException, IOException {
    System.setProperty(
        "jmh.ignoreLock", "true"); // permits parallel measurements in other checkouts
    var iteration = TimeValue.milliseconds(Math.max(10, (long) (seconds * 1_000 / ITERATIONS)));
    var options =
        new OptionsBuilder()
            .include(MessageDecoderBenchmark.class.getName())
            .param("folder", folder == null ? "" : folder.toAbsolutePath().toString())
            .forks(fork ? 1 : 0)
            .warmupIterations(ITERATIONS)
            .warmupTime(iteration)
            .measurementIterations(ITERATIONS)
            .measurementTime(iteration)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build();
    var length = BenchTranscripts.of(folder).bytes().length;
    var rates = new HashMap<String, Double>();
    for (var result : new Runner(options).run()) {
      var primary = result.getPrimaryResult();
      rates.put(primary.getLabel(), primary.getScore() * length / 1e6);
    }
    return new DecoderThroughputResult(
        rate(rates, "decode"), rate(rates, "copy"), rate(rates, "split"));
  }

  private static double rate(Map<String, Double> rates, String name) {
    var rate = rates.get(name);
    if (rate == null) {
      throw new IllegalStateException(name + " was not measured");
    }
    return rate;
  }
}
