package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.eventloop.StopPoint;
import org.touchpaper.harc.acceptor.journal.UnusableJournalException;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.transport.TlsCertificates;

/**
 * The main class of an acceptor process. Exit status: 2 for invalid options, 3 if a port is in use,
 * 4 if the journal is missing, damaged or not writable, 1 for other I/O errors.
 */
public final class AcceptorProcess {
  static final String USAGE =
      """
      usage: acceptor --name NAME --port PORT --data DIR --peers FILE [options]
        --name NAME      this acceptor's peer name, such as acceptor-1
        --port PORT      the HTTP port, 0 for any free port
        --address ADDR   the local address to listen on, default 127.0.0.1; 0.0.0.0 for all
        --data DIR       the directory of the journal
        --peers FILE     properties: touchpaper.peers.<name>.url, .stream (host:port), .secret or
                         .secret-file, .roles (requester, acceptor, rm, admin), and for requesters
                         .sites, the sites whose people they act for: ucl,manchester
        --stream-port N  the port for streams between acceptors and resource managers, which are
                         faster than HTTP; without it they use HTTP only
        --tls-certificate FILE  mutual TLS on all streams; requires the next two, all PEM. The
        --tls-key FILE          acceptor's certificate (its common name is NAME), its key, and the
        --tls-authority FILE    authorities of the peers' certificates. Acceptors and resource
                                managers may then send messages over streams only; clients,
                                administrators and queries use HTTP with the secret
        --initialise     create the journal of a new acceptor; once in its life, and with
        --epoch N        the first epoch in which it is a member: 1 for the first acceptor of this
                         name, else higher than any epoch that an acceptor of this name was a
                         member of. It takes no part in transactions of earlier epochs
        --profile NAME   demo or production (default)
        --stop-at POINT  before-prepare or after-votes: stop there as leader; demo profile only
      timeouts, each such as 300ms or 5s; correctness does not depend on them:
        --retry TIME             before an unanswered message is sent again, default 300ms; doubled
                                 with each retry
        --enlist-timeout TIME    for F+1 acceptors, before "not started" is returned, default 5s
        --abort-grace TIME       for further votes, so that an abort lists every refusal, default 1s
        --grace TIME             after voteBy, for votes in transit, default 500ms
        --stagger TIME           by which each acceptor starts recovery later than the one before,
                                 default 400ms
      limits:
        --max-vote-duration TIME how far ahead voteBy may be, default 3600s; resource managers may
                                 hold undecided resources until then. After a restart the acceptor
                                 does not return "not started" for as long, so shorten it only when
                                 all earlier transactions are completed
      """;

  private static final String LOGBACK_CONFIGURATION = "logback.configurationFile";
  private static final Set<String> VALUE_OPTIONS =
      Set.of(
          "--name",
          "--port",
          "--address",
          "--data",
          "--peers",
          "--epoch",
          "--stream-port",
          "--tls-certificate",
          "--tls-key",
          "--tls-authority",
          "--profile",
          "--stop-at",
          "--retry",
          "--enlist-timeout",
          "--abort-grace",
          "--grace",
          "--stagger",
          "--max-vote-duration");

  private static final List<String> TLS_OPTIONS =
      List.of("--tls-certificate", "--tls-key", "--tls-authority");

  private static final Pattern DURATION_PATTERN = Pattern.compile("(\\d{1,6})(ms|s)");

  private AcceptorProcess() {}

  public static void main(String[] args) {
    if (System.getProperty(LOGBACK_CONFIGURATION) == null) {
      System.setProperty(LOGBACK_CONFIGURATION, "org/touchpaper/harc/acceptor/logback.xml");
    }
    var status = run(args, Clock.systemUTC());
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Starts the acceptor and returns 0, or prints an error and returns the exit status. */
  static int run(String[] args, Clock clock) {
    Map<String, String> options;
    Acceptor.Settings settings;
    try {
      options = options(args);
      settings = settings(options);
    } catch (IllegalArgumentException | IOException e) {
      return fail(2, e.getMessage() + "\n" + USAGE);
    }
    try {
      if (options.containsKey("--initialise")) {
        Acceptor.initialise(settings.dataDirectory(), settings.name(), initialEpoch(options));
      }
      var acceptor = Acceptor.start(settings, clock);
      Runtime.getRuntime().addShutdownHook(new Thread(acceptor::close));
      Thread.ofPlatform().name("keep-alive").start(AcceptorProcess::blockForever);
      return 0;
    } catch (BindException e) {
      return fail(
          3,
          "cannot listen on port %d of %s%s (%s): choose others with --port, --stream-port or --address"
              .formatted(
                  settings.port(),
                  settings.address(),
                  settings.streams() == null ? "" : ", or " + settings.streams().port(),
                  e.getMessage()));
    } catch (UnusableJournalException e) {
      return fail(4, e.getMessage());
    } catch (IllegalArgumentException e) {
      return fail(2, e.getMessage());
    } catch (IOException e) {
      return fail(1, e.toString());
    }
  }

  /** The epoch is required: a guess could repeat an epoch in which this name made promises. */
  private static int initialEpoch(Map<String, String> options) {
    if (!options.containsKey("--epoch")) {
      throw new IllegalArgumentException(
          "--initialise requires --epoch: 1 for the first acceptor of this name, else higher than any"
              + " epoch it was a member of");
    }
    return intOption(options, "--epoch", "", 1, 999_999_999);
  }

  private static int fail(int status, @Nullable String message) {
    System.err.println("acceptor: " + message);
    return status;
  }

  private static void blockForever() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  static Map<String, String> options(String[] args) {
    var options = new HashMap<String, String>();
    for (var i = 0; i < args.length; i++) {
      if (args[i].equals("--initialise")) {
        options.put(args[i], "");
      } else if (!VALUE_OPTIONS.contains(args[i])) {
        throw new IllegalArgumentException("unknown option " + args[i]);
      } else if (i + 1 == args.length) {
        throw new IllegalArgumentException(args[i] + " requires a value");
      } else {
        options.put(args[i], args[++i]);
      }
    }
    return options;
  }

  public static Acceptor.Settings settings(Map<String, String> options) throws IOException {
    var profile = options.getOrDefault("--profile", "production");
    if (!Set.of("demo", "production").contains(profile)) {
      throw new IllegalArgumentException("--profile must be demo or production, not " + profile);
    }
    return new Acceptor.Settings(
        requiredOption(options, "--name"),
        options.getOrDefault("--address", Acceptor.Settings.DEFAULT_ADDRESS),
        intOption(options, "--port", requiredOption(options, "--port"), 0, 65535),
        Path.of(requiredOption(options, "--data")),
        AcceptorPeers.read(Path.of(requiredOption(options, "--peers"))),
        timeouts(options),
        duration(options, "--max-vote-duration", Acceptor.Settings.DEFAULT_MAX_VOTE_DURATION),
        profile.equals("demo"),
        stopPoint(options.get("--stop-at")),
        streamSettings(options));
  }

  private static Acceptor.@Nullable StreamSettings streamSettings(Map<String, String> options) {
    var port = options.get("--stream-port");
    // All three or none: a partial configuration must not disable TLS.
    var isSecured = TLS_OPTIONS.stream().anyMatch(options::containsKey);
    if (port == null) {
      if (isSecured) {
        throw new IllegalArgumentException("the --tls-… options require --stream-port");
      }
      return null;
    }
    var certificates =
        isSecured
            ? new TlsCertificates(
                Path.of(requiredOption(options, "--tls-certificate")),
                Path.of(requiredOption(options, "--tls-key")),
                Path.of(requiredOption(options, "--tls-authority")))
            : null;
    return new Acceptor.StreamSettings(
        intOption(options, "--stream-port", port, 0, 65535), certificates);
  }

  private static ProtocolTimeouts timeouts(Map<String, String> options) {
    var defaults = ProtocolTimeouts.DEFAULT;
    return new ProtocolTimeouts(
        duration(options, "--retry", defaults.retry().first()),
        duration(options, "--enlist-timeout", defaults.enlistTimeout()),
        duration(options, "--abort-grace", defaults.abortGrace()),
        duration(options, "--grace", defaults.voteGrace()),
        duration(options, "--stagger", defaults.stagger()),
        defaults.askInterval());
  }

  private static Duration duration(
      Map<String, String> options, String name, Duration defaultValue) {
    var text = options.get(name);
    if (text == null) {
      return defaultValue;
    }
    var match = DURATION_PATTERN.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException(name + " must be a time such as 300ms or 5s, not " + text);
    }
    var number = Long.parseLong(match.group(1));
    return match.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
  }

  private static @Nullable StopPoint stopPoint(@Nullable String point) {
    if (point == null) {
      return null;
    }
    return StopPoint.find(point)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "--stop-at must be before-prepare or after-votes, not " + point));
  }

  private static String requiredOption(Map<String, String> options, String name) {
    var value = options.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  private static int intOption(
      Map<String, String> options, String name, String defaultValue, int min, int max) {
    var text = options.getOrDefault(name, defaultValue);
    try {
      var number = Integer.parseInt(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException _) {
      // reported below
    }
    throw new IllegalArgumentException(
        name + " must be a number from " + min + " to " + max + ", not " + text);
  }
}
