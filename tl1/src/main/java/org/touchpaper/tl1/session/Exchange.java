package org.touchpaper.tl1.session;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Delay;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Prtl;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Rtrv;
import org.touchpaper.tl1.message.Text;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/** The answer to one command as it comes in; no outcome yet is an empty one. */
final class Exchange {

  private static final int SIZE_LIMIT = 20_000_000;

  private Text text = Text.EMPTY;
  private int size;
  private boolean someDenied;

  Optional<Tl1Outcome> on(Acknowledgement acknowledgement) {
    return switch (acknowledgement.code()) {
      case IP, PF, OK -> Optional.empty();
      case NA ->
          Optional.of(new Unknown("acknowledged NA: initiation and execution are uncertain"));
      case NG -> Optional.of(new Denied("NG", "conflicts with the element's present state"));
      case RL -> Optional.of(new NotSent("the element is busy (RL); repeat later"));
    };
  }

  Optional<Tl1Outcome> on(Response response) {
    if (response instanceof Delay) {
      return Optional.of(new Unknown("queued by the element (DELAY)"));
    }
    size += response.text().rows().stream().mapToInt(String::length).sum();
    if (size > SIZE_LIMIT) {
      return Optional.of(new Unknown("the answer is longer than " + SIZE_LIMIT));
    }
    text = text.then(response.text());
    if (!response.isLast()) {
      someDenied |= response instanceof Deny || response instanceof Prtl;
      return Optional.empty();
    }
    return Optional.of(last(response));
  }

  private Tl1Outcome last(Response response) {
    return switch (response) {
      case Compld _ when someDenied -> new Partial(text.rows(), text.comments());
      case Compld _ -> new Completed(text.rows(), text.comments());
      case Prtl _ -> new Partial(text.rows(), text.comments());
      case Deny deny -> new Denied(deny.errorCode() == null ? "" : deny.errorCode(), words());
      case Delay _, Rtrv _ -> throw new IllegalStateException("never the last: " + response);
    };
  }

  private String words() {
    return Stream.concat(text.rows().stream(), text.comments().stream())
        .collect(Collectors.joining("; "));
  }
}
