package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.booking.ClientBookingSettings;
import org.touchpaper.harc.acceptor.eventloop.StopPoint;
import org.touchpaper.harc.acceptor.journal.UnusableJournalException;
import org.touchpaper.harc.acceptor.settings.SettingsFile;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.transport.TlsCertificatePaths;

/**
 * The main class of an acceptor process. Exit status: 2 for invalid options, 3 if a port is in use,
 * 4 if the journal is missing, damaged or not writable, 1 for other I/O errors.
 */
public final class AcceptorMain {
  static final String USAGE =
      """
      usage: acceptor FILE [--initialise --epoch N | --initialise-only --epoch N] [--stop-at POINT]
        FILE             the configuration file, YAML; deploy/samples/acceptor-1.yml explains it
        --initialise     create the journal of a new acceptor; once in its life, and with
        --epoch N        the first epoch in which it is a member: 1 for the first acceptor of this
                         name, else higher than any epoch that an acceptor of this name was a
                         member of. It takes no part in transactions of earlier epochs
        --initialise-only  the same, and do not start
        --stop-at POINT  before-prepare or after-votes: stop there as leader; demo profile only
      """;

  private static final String LOGBACK_CONFIGURATION = "logback.configurationFile";
  private static final String ACCEPTOR = "touchpaper.acceptor.";
  private static final String STREAM_PORT = ACCEPTOR + "stream-port";
  private static final String TLS = "touchpaper.tls.";
  private static final int MAX_PORT = 65_535;

  private static final Set<String> OTHER_SETTINGS =
      Set.of(
          "server.address",
          "server.port",
          "touchpaper.data",
          "touchpaper.name",
          "touchpaper.profile");

  private AcceptorMain() {}

  public static void main(String[] args) {
    if (System.getProperty(LOGBACK_CONFIGURATION) == null) {
      System.setProperty(LOGBACK_CONFIGURATION, "org/touchpaper/harc/acceptor/logback.xml");
    }
    var status = run(args, Clock.systemUTC());
    if (status != 0) {
      System.exit(status);
    }
  }

  /** The command line. */
  private record CommandLine(
      Path file, @Nullable Integer initialEpoch, boolean starts, @Nullable StopPoint stopPoint) {}

  /** Starts the acceptor and returns 0, or prints an error and returns the exit status. */
  static int run(String[] args, Clock clock) {
    CommandLine arguments;
    try {
      arguments = parse(args);
    } catch (IllegalArgumentException e) {
      return fail(2, e.getMessage() + "\n" + USAGE);
    }
    AcceptorServer.Settings settings;
    try {
      settings = settings(arguments.file(), arguments.stopPoint());
    } catch (IllegalArgumentException e) {
      return fail(2, e.getMessage());
    } catch (IOException e) {
      return fail(2, "cannot read " + e.getMessage() + "\n" + USAGE);
    }
    try {
      if (arguments.initialEpoch() != null) {
        AcceptorServer.initialise(
            settings.dataDirectory(), settings.name(), arguments.initialEpoch());
      }
      if (!arguments.starts()) {
        return 0;
      }
      var acceptor = AcceptorServer.start(settings, clock);
      Runtime.getRuntime().addShutdownHook(new Thread(acceptor::close));
      Thread.ofPlatform().name("keep-alive").start(AcceptorMain::blockForever);
      return 0;
    } catch (BindException e) {
      return fail(
          3,
          "cannot listen on port %d or %d of %s (%s): choose others with server.port, touchpaper.acceptor.stream-port or server.address"
              .formatted(
                  settings.port(), settings.streamPort(), settings.address(), e.getMessage()));
    } catch (UnusableJournalException e) {
      return fail(4, e.getMessage());
    } catch (IllegalArgumentException e) {
      return fail(2, e.getMessage());
    } catch (IOException e) {
      return fail(1, e.toString());
    }
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

  private static CommandLine parse(String[] args) {
    Path file = null;
    var initialises = false;
    var starts = true;
    Integer epoch = null;
    StopPoint stopPoint = null;
    for (var i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--initialise" -> initialises = true;
        case "--initialise-only" -> {
          initialises = true;
          starts = false;
        }
        case "--epoch" -> epoch = epoch(value(args, i++));
        case "--stop-at" -> stopPoint = stopPoint(value(args, i++));
        default -> {
          if (args[i].startsWith("-") || file != null) {
            throw new IllegalArgumentException("unknown option " + args[i]);
          }
          file = Path.of(args[i]);
        }
      }
    }
    if (file == null) {
      throw new IllegalArgumentException("cannot start without a configuration file");
    }
    // The epoch is required: a guess could repeat one in which this name made promises.
    if (initialises != (epoch != null)) {
      throw new IllegalArgumentException(
          "--initialise and --epoch belong together: 1 for the first acceptor of this name, else"
              + " higher than any epoch it was a member of");
    }
    return new CommandLine(file, epoch, starts, stopPoint);
  }

  private static String value(String[] args, int option) {
    if (option + 1 == args.length) {
      throw new IllegalArgumentException(args[option] + " requires a value");
    }
    return args[option + 1];
  }

  private static int epoch(String text) {
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException(
          "--epoch must be a number from 1 to 999999999, not " + text);
    }
    return Integer.parseInt(text);
  }

  private static StopPoint stopPoint(String point) {
    return StopPoint.find(point)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "--stop-at must be before-prepare or after-votes, not " + point));
  }

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException with all settings that are missing or wrong
   */
  public static AcceptorServer.Settings settings(Path path, @Nullable StopPoint stopPoint)
      throws IOException {
    var file = SettingsFile.read(path);
    var name = file.require("touchpaper.name", "acceptor-1", "this acceptor's peer name");
    var data = file.require("touchpaper.data", "/var/lib/touchpaper", "the journal's directory");
    file.require("server.port", "8101", "the HTTP port");
    var port = file.number("server.port", 0, MAX_PORT).orElse(0);
    file.require(STREAM_PORT, "8104", "the port of streams, over which peers exchange messages");
    var streamPort = file.number(STREAM_PORT, 0, MAX_PORT).orElse(0);
    var address = file.find("server.address").orElse(AcceptorServer.Settings.DEFAULT_ADDRESS);
    var profile = file.find("touchpaper.profile").orElse("production");
    if (!Set.of("demo", "production").contains(profile)) {
      file.reject("touchpaper.profile must be demo or production, not " + profile);
    }
    if (file.names("touchpaper.peers.").isEmpty()) {
      file.require("touchpaper.peers.acceptor-2.stream", "acceptor-2.example.org:8104", "a peer");
    }
    var peers = AcceptorPeers.read(file);
    var bookings = ClientBookingSettings.read(file, name, peers);
    var certificates = certificates(file);
    var timeouts = timeouts(file);
    var maxVoteDuration =
        file.duration(
            ACCEPTOR + "max-vote-duration", AcceptorServer.Settings.DEFAULT_MAX_VOTE_DURATION);
    rejectUnknown(file);
    file.check();
    return new AcceptorServer.Settings(
        name,
        address,
        port,
        streamPort,
        Path.of(data),
        peers,
        timeouts,
        maxVoteDuration,
        profile.equals("demo"),
        stopPoint,
        certificates,
        bookings);
  }

  /** All three or none: a partial configuration must not disable TLS. */
  private static @Nullable TlsCertificatePaths certificates(SettingsFile file) {
    return file.names(TLS).isEmpty()
        ? null
        : new TlsCertificatePaths(
            tlsFile(file, "certificate", "its certificate; the common name is its peer name"),
            tlsFile(file, "key", "the key of its certificate"),
            tlsFile(file, "authority", "the authorities of its peers' certificates"));
  }

  private static Path tlsFile(SettingsFile file, String name, String meaning) {
    return Path.of(file.require(TLS + name, "/etc/touchpaper/" + name + ".pem", meaning + ", PEM"));
  }

  private static ProtocolTimeouts timeouts(SettingsFile file) {
    var defaults = ProtocolTimeouts.DEFAULT;
    return new ProtocolTimeouts(
        file.duration(ACCEPTOR + "retry", defaults.retry().first()),
        file.duration(ACCEPTOR + "enlist-timeout", defaults.enlistTimeout()),
        file.duration(ACCEPTOR + "abort-grace", defaults.abortGrace()),
        file.duration(ACCEPTOR + "grace", defaults.voteGrace()),
        file.duration(ACCEPTOR + "stagger", defaults.stagger()),
        defaults.askInterval());
  }

  private static void rejectUnknown(SettingsFile file) {
    var known =
        Set.of(
            "stream-port",
            "retry",
            "enlist-timeout",
            "abort-grace",
            "grace",
            "stagger",
            "epoch",
            "max-vote-duration");
    file.names("").stream()
        .filter(name -> !OTHER_SETTINGS.contains(name))
        .filter(name -> !name.startsWith(TLS) && !name.startsWith("touchpaper.peers."))
        .filter(name -> !name.startsWith(ACCEPTOR + "resources."))
        .filter(name ->
            !name.startsWith(ACCEPTOR) || !known.contains(name.substring(ACCEPTOR.length())))
        .forEach(name -> file.reject(name + " is no setting of an acceptor"));
  }
}
