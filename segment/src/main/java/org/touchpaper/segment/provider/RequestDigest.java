package org.touchpaper.segment.provider;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Reserve;

/**
 * The content of a reserve in 32 bytes: equal for a repeat. Addresses are left out, since a peer
 * may move between two attempts of the same request.
 */
final class RequestDigest {

  private RequestDigest() {}

  static byte[] of(Reserve request) {
    var sha = sha256();
    var criteria = request.criteria();
    parts(criteria == null ? List.of("cancel") : parts(criteria), sha);
    parts(parts(request.holder()), sha);
    return sha.digest();
  }

  private static List<String> parts(Criteria criteria) {
    return List.of(
        criteria.source().toString(),
        criteria.destination().toString(),
        Integer.toString(criteria.bandwidthMbps()),
        criteria.schedule().startTime().toString(),
        criteria.schedule().endTime().toString());
  }

  private static List<String> parts(Holder holder) {
    return switch (holder) {
      case Holder.Asker(var peer, _, var connection, var version) ->
          List.of("asker", peer, connection.toString(), Integer.toString(version));
      case Holder.Transaction(var id, _) -> List.of("transaction", id);
      case Holder.Until(var until) -> List.of("until", until.toString());
    };
  }

  /** Each part with its length, so that no two lists of parts run into the same bytes. */
  private static void parts(List<String> parts, MessageDigest sha) {
    for (var part : parts) {
      var bytes = part.getBytes(StandardCharsets.UTF_8);
      sha.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
      sha.update(bytes);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
