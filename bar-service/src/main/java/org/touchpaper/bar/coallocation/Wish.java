package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a caller of the front door asks for, as it came.
 *
 * @param when its times stand beside the rest in what the digest is of, as they always did: keys
 *     outlive builds
 */
public record Wish(
    String description, @JsonUnwrapped When when, List<Nodes> compute, List<Circuit> lightpaths) {

  public Wish {
    compute = List.copyOf(compute);
    lightpaths = List.copyOf(lightpaths);
  }

  /** SHA-256 of what is wished: the same wish, however it was spaced, is the same request. */
  public String digest() {
    return digest(this);
  }

  /** SHA-256 of a request's content. */
  static String digest(Object content) {
    try {
      var text = JsonMapper.shared().writeValueAsBytes(content);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Whole nodes of a cluster. */
  public record Nodes(String resource, int nodes) {}

  /** A lightpath between two hosts. */
  public record Circuit(String source, String destination, int bandwidthMbps) {}
}
