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
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.stream.Certificates;

/**
 * The process of one acceptor. Ends with 2 on wrong options, 3 on a busy port, 4 if its journal is
 * missing, damaged or cannot be written.
 */
public final class AcceptorProcess {
  static final String USAGE =
      """
      usage: acceptor --name NAME --port PORT --data DIR --peers FILE [options]
        --name NAME      this acceptor's peer name, such as acceptor-1
        --port PORT      where to listen
        --address ADDR   the address of this machine to listen on, default 127.0.0.1; 0.0.0.0 for all
        --data DIR       where the journal is kept
        --peers FILE     properties: touchpaper.peers.<name>.url, .stream (host:port), .secret or
                         .secret-file, .roles (requester, acceptor, rm, admin), and of requesters
                         .sites, whose people they speak for: ucl,manchester
        --stream-port N  where to listen for streams, the fast way between acceptors and resource
                         managers; without it they speak HTTP alone
        --tls-certificate FILE  with the next two, all PEM: mutual TLS on all streams. Our own
        --tls-key FILE          certificate (its common name is NAME) and key, and the authority
        --tls-authority FILE    that peers' certificates are from. Acceptors and resource managers
                                are then heard on streams alone; HTTP, with the secret, is left
                                to clients and administrators, and to questions
        --initialise     create the journal of a new acceptor first; said once in its life, with
        --epoch N        the epoch of the first acceptor set it is a member of: 1 if there never was
                         one, else more than any that it, or another of its name, was a member of.
                         It has no part in transactions of earlier ones
        --profile NAME   demo or production (default)
        --stop-at POINT  before-prepare or after-votes: as leader stop there; demo profile only

      patience, each such as 300ms or 5s; correctness never depends on it:
        --retry TIME        before something unanswered is said again, default 300ms; then twice as
                            long, and so on
        --enlisting TIME    for F+1 acceptors, before it says "not started", default 5s
        --abort-grace TIME  for the other votes, so that an abort names every refusal, default 1s
        --grace TIME        after the vote-by time, for votes on their way, default 500ms
        --stagger TIME      by which each acceptor recovers later than the one before, default 400ms

      what is not taken up:
        --longest-vote TIME a transaction that may be voted on for longer, default 3600s: resource
                            managers hold what is undecided until then. For as long after a
                            restart "not started" is not said; so shorten it only when what
                            was begun before is over
      """;

  private static final String LOGGING = "logback.configurationFile";
  private static final Set<String> WITH_VALUE =
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
          "--enlisting",
          "--abort-grace",
          "--grace",
          "--stagger",
          "--longest-vote");

  private static final List<String> TLS =
      List.of("--tls-certificate", "--tls-key", "--tls-authority");

  private static final Pattern TIME = Pattern.compile("(\\d{1,6})(ms|s)");

  private AcceptorProcess() {}

  public static void main(String[] args) {
    if (System.getProperty(LOGGING) == null) {
      System.setProperty(LOGGING, "org/touchpaper/harc/acceptor/logback.xml");
    }
    var status = run(args, Clock.systemUTC());
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Starts the acceptor and returns 0 while it goes on running, or complains and says why not. */
  static int run(String[] args, Clock clock) {
    Map<String, String> options;
    Acceptor.Settings settings;
    try {
      options = options(args);
      settings = settings(options);
    } catch (IllegalArgumentException | IOException e) {
      return complain(2, e.getMessage() + "\n" + USAGE);
    }
    try {
      if (options.containsKey("--initialise")) {
        Acceptor.initialise(settings.data(), settings.name(), firstEpoch(options));
      }
      var acceptor = Acceptor.start(settings, clock);
      Runtime.getRuntime().addShutdownHook(new Thread(acceptor::close));
      Thread.ofPlatform().name("until-killed").start(AcceptorProcess::stay);
      return 0;
    } catch (BindException e) {
      return complain(
          3,
          "cannot listen on port %d of %s%s (%s): choose others with --port, --stream-port, --address"
              .formatted(
                  settings.port(),
                  settings.address(),
                  settings.streams() == null ? "" : ", or " + settings.streams().port(),
                  e.getMessage()));
    } catch (JournalRefused e) {
      return complain(4, e.getMessage());
    } catch (IllegalArgumentException e) {
      return complain(2, e.getMessage());
    } catch (IOException e) {
      return complain(1, e.toString());
    }
  }

  /** Never guessed: one that was a member of that epoch before would break its word. */
  private static int firstEpoch(Map<String, String> options) {
    if (!options.containsKey("--epoch")) {
      throw new IllegalArgumentException(
          "--initialise needs --epoch: 1 if there never was an acceptor of this name, else one more"
              + " than any epoch it has been in");
    }
    return number(options, "--epoch", "", 1, 999_999_999);
  }

  private static int complain(int status, @Nullable String sentence) {
    System.err.println("acceptor: " + sentence);
    return status;
  }

  private static void stay() {
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
      } else if (!WITH_VALUE.contains(args[i])) {
        throw new IllegalArgumentException("unknown option " + args[i]);
      } else if (i + 1 == args.length) {
        throw new IllegalArgumentException(args[i] + " needs a value");
      } else {
        options.put(args[i], args[++i]);
      }
    }
    return options;
  }

  static Acceptor.Settings settings(Map<String, String> options) throws IOException {
    var profile = options.getOrDefault("--profile", "production");
    if (!Set.of("demo", "production").contains(profile)) {
      throw new IllegalArgumentException("--profile is demo or production, not " + profile);
    }
    return new Acceptor.Settings(
        required(options, "--name"),
        options.getOrDefault("--address", Acceptor.Settings.LOOPBACK),
        number(options, "--port", required(options, "--port"), 0, 65535),
        Path.of(required(options, "--data")),
        Peers.read(Path.of(required(options, "--peers"))),
        timing(options),
        time(options, "--longest-vote", Acceptor.Settings.LONGEST_VOTE),
        profile.equals("demo"),
        stopAt(options.get("--stop-at")),
        streams(options));
  }

  private static Acceptor.@Nullable StreamDoor streams(Map<String, String> options) {
    var port = options.get("--stream-port");
    // Half of it would be no TLS at all.
    var isSecured = TLS.stream().anyMatch(options::containsKey);
    if (port == null) {
      if (isSecured) {
        throw new IllegalArgumentException("the --tls-… options are for streams: --stream-port");
      }
      return null;
    }
    var certificates =
        isSecured
            ? new Certificates(
                Path.of(required(options, "--tls-certificate")),
                Path.of(required(options, "--tls-key")),
                Path.of(required(options, "--tls-authority")))
            : null;
    return new Acceptor.StreamDoor(number(options, "--stream-port", port, 0, 65535), certificates);
  }

  private static Timing timing(Map<String, String> options) {
    var usual = Timing.DEFAULT;
    return new Timing(
        time(options, "--retry", usual.retry().first()),
        time(options, "--enlisting", usual.enlisting()),
        time(options, "--abort-grace", usual.abortGrace()),
        time(options, "--grace", usual.grace()),
        time(options, "--stagger", usual.stagger()),
        usual.ask());
  }

  private static Duration time(Map<String, String> options, String name, Duration otherwise) {
    var text = options.get(name);
    if (text == null) {
      return otherwise;
    }
    var match = TIME.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException(name + " is a time such as 300ms or 5s, not " + text);
    }
    var number = Long.parseLong(match.group(1));
    return match.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
  }

  private static @Nullable StopAt stopAt(@Nullable String point) {
    if (point == null) {
      return null;
    }
    return StopAt.find(point)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "--stop-at is before-prepare or after-votes, not " + point));
  }

  private static String required(Map<String, String> options, String name) {
    var value = options.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  private static int number(
      Map<String, String> options, String name, String otherwise, int least, int most) {
    var text = options.getOrDefault(name, otherwise);
    try {
      var number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw new IllegalArgumentException(
        name + " is a number from " + least + " to " + most + ", not " + text);
  }
}
