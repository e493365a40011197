package org.touchpaper.segment.reservation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.ReserveRequest;

/**
 * A SHA-256 digest of a reserve request, equal for a repeat. Addresses are left out, since a peer
 * may move between two attempts.
 */
final class RequestDigest {

  private RequestDigest() {}

  static byte[] of(ReserveRequest request) {
    var sha = sha256();
    var criteria = request.criteria();
    update(criteria == null ? List.of("cancel") : partsOf(criteria), sha);
    update(partsOf(request.holder()), sha);
    return sha.digest();
  }

  private static List<String> partsOf(Criteria criteria) {
    return List.of(
        criteria.source().toString(),
        criteria.destination().toString(),
        Integer.toString(criteria.bandwidthMbps()),
        criteria.schedule().startTime().toString(),
        criteria.schedule().endTime().toString());
  }

  private static List<String> partsOf(Holder holder) {
    return switch (holder) {
      case Holder.PeerService(var peer, _, var connection, var version) ->
          List.of("asker", peer, connection.toString(), Integer.toString(version));
      case Holder.Transaction(var id, _) -> List.of("transaction", id);
      case Holder.ExternalRequester(var until) -> List.of("until", until.toString());
    };
  }

  /** Hashes each part with its length, so that different lists never give the same bytes. */
  private static void update(List<String> parts, MessageDigest sha) {
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
