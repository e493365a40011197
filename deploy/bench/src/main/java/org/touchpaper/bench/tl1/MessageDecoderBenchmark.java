package org.touchpaper.bench.tl1;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import org.touchpaper.tl1.codec.MessageDecoder;

/**
 * JMH benchmark of decoding elements' output, in pieces as large as a session reads, with two
 * baselines on the same bytes: a copy, and a split at semicolons as simple clients do (which is
 * wrong for semicolons in quotes). JMH generates a subclass.
 */
@State(Scope.Thread)
public class MessageDecoderBenchmark {

  private static final int PIECE = 16_384;

  /** The folder of transcripts; empty for generated messages. */
  @Param("")
  public String folder = "";

  private byte[] bytes = {};
  private byte[] copy = {};

  @Setup
  public void load() throws IOException {
    bytes = BenchTranscripts.of(folder.isEmpty() ? null : Path.of(folder)).bytes();
    copy = new byte[bytes.length];
  }

  /** Decodes every message of all transcripts. */
  @Benchmark
  public void decode(Blackhole hole) {
    var decoder = new MessageDecoder();
    for (var from = 0; from < bytes.length; from += PIECE) {
      hole.consume(decoder.feed(bytes, from, Math.min(PIECE, bytes.length - from)));
    }
  }

  @Benchmark
  public byte[] copy() {
    System.arraycopy(bytes, 0, copy, 0, bytes.length);
    return copy;
  }

  /** Splits at semicolons, even those in quotes or comments. */
  @Benchmark
  @SuppressWarnings("StringSplitter")
  public String[] split() {
    return new String(bytes, StandardCharsets.ISO_8859_1).split(";");
  }
}
