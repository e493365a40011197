package org.touchpaper.segment.provider;

import java.time.Instant;
import java.util.Optional;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;

/**
 * How a reserve becomes a version of a connection: decided once and remembered, refused or held,
 * and answered the same ever after (NSI's reserve, GFD.237).
 */
final class NewVersions {

  private final Books books;
  private final Admission admission;
  private final SegmentProperties properties;

  NewVersions(Books books, Admission admission, SegmentProperties properties) {
    this.books = books;
    this.admission = admission;
    this.properties = properties;
  }

  /** Within the transaction of the reserve. */
  ReserveAnswer answer(Reserve request) {
    var it = books.connections().lockOrCreate(request.connection(), request.requester().peer());
    it.checkOwner(request.requester().peer());
    var digest = RequestDigest.of(request);
    var earlier = books.versions().find(it.id, request.version());
    if (earlier.isPresent()) {
      return sameAnswer(earlier.get(), digest);
    }
    it.passEndTime(books.now());
    var version = decide(it, request, digest);
    books.versions().insert(version);
    books.connections().save(it);
    return version.answer();
  }

  private static ReserveAnswer sameAnswer(Version earlier, byte[] digest) {
    if (earlier.contradicts(digest)) {
      throw new Fault(
          Fault.Code.CONTRADICTS_EARLIER,
          earlier.connection(),
          "version " + earlier.version() + " was asked for before with other content");
    }
    return earlier.answer();
  }

  private Version decide(Connection it, Reserve request, byte[] digest) {
    if (it.isOver()) {
      return Version.refused(
          request, digest, Version.givenUp(it.id, "the connection is " + it.lifecycle));
    }
    if (it.heldVersion != 0) {
      throw it.invalid("reserve", "version " + it.heldVersion + " is held");
    }
    if (request.version() <= it.version) {
      throw it.invalid("reserve", "version " + it.version + " is binding");
    }
    return switch (decision(it, request)) {
      case Admission.Refused(var refusal) -> {
        it.refuse();
        yield Version.refused(request, digest, refusal);
      }
      case Admission.Held held -> {
        it.hold(request.version());
        books.due().hold(it.id, request.version(), firstQuestion(request.holder()));
        yield Version.held(request, digest, held);
      }
    };
  }

  private Admission.Decision decision(Connection it, Reserve request) {
    var criteria = request.criteria();
    var standing = standing(it);
    if (criteria == null) {
      return standing
          .map(Admission.Standing::held)
          .orElseThrow(() -> it.invalid("cancel", "no version is committed"));
    }
    if (!criteria.schedule().endTime().isAfter(books.now())) {
      return new Admission.Refused(
          new Refusal(
              Refusal.Code.BAD_SCHEDULE,
              "",
              "endTime",
              "endTime " + criteria.schedule().endTime() + " has passed",
              null));
    }
    return admission.admit(
        new Admission.Question(
            request.requester(),
            it.id,
            request.version(),
            criteria,
            books.now(),
            standing.orElse(null)));
  }

  private Optional<Admission.Standing> standing(Connection it) {
    return books
        .versions()
        .find(it.id, it.version)
        .map(version ->
            new Admission.Standing(
                version.version(), version.criteriaAgreed(), version.heldAgreed()));
  }

  private Instant firstQuestion(Holder holder) {
    return switch (holder) {
      case Holder.Until(var until) -> until;
      case Holder.Asker _, Holder.Transaction _ -> books.now().plus(properties.askAfter());
    };
  }
}
