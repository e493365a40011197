package org.touchpaper.bar.administration;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.security.ConfiguredUserReader;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the state of this broker and of its peers for an administrator; it changes nothing. */
@Service
public class BrokerStatusService {

  /** Due work that has waited so long is late: a due row normally starts within 200 ms. */
  private static final Duration LATE = Duration.ofSeconds(30);

  private static final int SHOWN_LATE = 50;

  private final HarcClient harc;
  private final OutgoingPeerCallInterceptor outbound;
  private final PeerHealthClient healthClient;
  private final DueWorkSummaryReader dueWork;
  private final UserMonthlyUsageReader usage;
  private final TouchpaperProperties properties;
  private final Clock clock;

  BrokerStatusService(
      HarcClient harc,
      OutgoingPeerCallInterceptor outbound,
      PeerHealthClient healthClient,
      DueWorkSummaryReader dueWork,
      UserMonthlyUsageReader usage,
      TouchpaperProperties properties,
      Clock clock) {
    this.harc = harc;
    this.outbound = outbound;
    this.healthClient = healthClient;
    this.dueWork = dueWork;
    this.usage = usage;
    this.properties = properties;
    this.clock = clock;
  }

  /** An acceptor, and why it does not tell its transactions; null if it does. */
  public record AcceptorAnswer(String acceptor, @Nullable String problem) {}

  /** Open transactions, oldest first, and the acceptors that were asked. */
  public record OpenTransactions(
      List<AcceptorAnswer> acceptors, List<OpenTransaction> transactions) {

    /** Returns the acceptors that answered. */
    public Set<String> answering() {
      var names = new TreeSet<String>();
      acceptors.stream()
          .filter(answer -> answer.problem() == null)
          .forEach(answer -> names.add(answer.acceptor()));
      return names;
    }
  }

  /** Asks all acceptors side by side. */
  public OpenTransactions listOpenTransactions() {
    var answers = new ArrayList<AcceptorAnswer>();
    var replies = new ArrayList<JsonNode>();
    for (var reply : ask()) {
      var json = reply.json();
      try {
        if (json == null) {
          answers.add(new AcceptorAnswer(reply.acceptor(), reply.problem()));
        } else {
          replies.add(JsonMapper.shared().readTree(json));
          answers.add(new AcceptorAnswer(reply.acceptor(), null));
        }
      } catch (JacksonException _) {
        answers.add(new AcceptorAnswer(reply.acceptor(), "its answer cannot be read"));
      }
    }
    var transactions = OpenTransaction.merge(replies);
    transactions.sort((a, b) -> a.knownSince().compareTo(b.knownSince()));
    return new OpenTransactions(List.copyOf(answers), List.copyOf(transactions));
  }

  private List<HarcClient.OpenTransactions> ask() {
    try {
      return outbound.send("open transactions", harc::listOpenTransactions);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks all peers for their health side by side. */
  public List<PeerHealth> listHealth() {
    try {
      return outbound.send("health", healthClient::list);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The due work of this broker by kind. */
  public List<DueWorkSummary> listDueWork() {
    return dueWork.list(clock.instant().minus(LATE));
  }

  /** What has waited longest, oldest first. */
  public List<DueWorkSummary.Late> listLateWork() {
    return dueWork.listLate(clock.instant().minus(LATE), SHOWN_LATE);
  }

  /** A person who may log in. */
  public record User(String name, List<String> roles) {}

  /** The people of the settings, in the order of their names. */
  public List<User> listUsers() {
    return ConfiguredUserReader.rolesByName(properties).entrySet().stream()
        .map(entry -> new User(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Usage by month and owner, newest month first, of bookings that start in a period. */
  public List<UserMonthlyUsage> listUsage(Instant from, Instant to) {
    return usage.list(from, to);
  }
}
