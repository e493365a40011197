package org.touchpaper.segment.provider;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.TimetableQuestion;

/**
 * Decides whether a version of a connection fits, and books it: the part of a segment that knows
 * its capacity, labels and policy.
 *
 * <p>{@link #admit} and {@link #release} run inside the provider's database transaction and must
 * call nobody outside it. If a constraint of the database refuses a booking, let the exception
 * ({@code DataIntegrityViolationException}) pass: all is rolled back and admit is asked again, by
 * then with the other booking visible.
 */
public interface Admission {

  /** Books the version asked for, or says why not; a refusal leaves nothing booked. */
  Decision admit(Question question);

  /** Gives back what a version booked; of what is not booked, does nothing. */
  void release(ConnectionId connection, int version);

  /** Free capacity between two ends; runs in no transaction and decides nothing. */
  FreeCapacity timetable(TimetableQuestion question);

  /**
   * What is to be admitted.
   *
   * @param requester who asks, and for whom
   * @param connection the connection's id
   * @param version the version to book
   * @param criteria what is wanted
   * @param now the instant of the request
   * @param standing the connection's binding version, still booked and perhaps running, when this
   *     one is to replace it; the two count as the pointwise maximum, not as the sum
   */
  record Question(
      Requester requester,
      ConnectionId connection,
      int version,
      Criteria criteria,
      Instant now,
      @Nullable Standing standing) {}

  /** The binding version of a connection and what was booked for it. */
  record Standing(int version, Criteria criteria, Held held) {}

  /** Booked, or not. */
  sealed interface Decision {}

  /**
   * Booked.
   *
   * @param source the source with the one label chosen
   * @param destination the destination with the one label chosen
   * @param path the elements and links crossed, in order, for people to read
   * @param plan the service's own notes for {@link CircuitConfiguration}, kept and handed back
   *     unread
   */
  record Held(Stp source, Stp destination, List<String> path, String plan) implements Decision {
    public Held {
      path = List.copyOf(path);
    }
  }

  /** Not booked. */
  record Refused(Refusal refusal) implements Decision {}
}
