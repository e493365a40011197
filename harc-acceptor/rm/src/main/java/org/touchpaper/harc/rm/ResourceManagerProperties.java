package org.touchpaper.harc.rm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.rm.backend.calendar.Machine;
import org.touchpaper.harc.rm.backend.slurm.Cluster;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmAccessSettings;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmCommands;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdAccess;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.platform.startup.SettingsErrorCollector;

/**
 * Settings of a resource manager, under {@code touchpaper.rm}.
 *
 * @param kind the scheduler behind it: calendar, slurm, network or generic
 * @param calendar the machine, for kind calendar
 * @param slurm the cluster, for kind slurm
 * @param network the BAR, for kind network
 * @param generic the store or instrument, for kind generic
 * @param hosts where hosts are attached: {@code touchpaper.rm.hosts.vis.ucl=urn:ogf:network:…}
 * @param accounts local accounts by name and site, {@code anne@ucl}, or by name alone for users of
 *     {@code sites}; other users keep their own name
 * @param sites the sites whose users are known by name alone and whose admins may change every
 *     booking; if empty, all sites' users are, and admins may change their own site's bookings
 * @param applications the registry of the applications that can be launched, {@code
 *     applications.yaml}; nothing can be launched if not set
 * @param retryDelay the pause before a request to a scheduler that did not answer is repeated
 * @param outcomeQueryDelay how long a prepared transaction waits before the acceptors are asked for
 *     its outcome
 * @param retention how long ended bookings are remembered, at least a day
 * @param longestVote a transaction whose {@code voteBy} is further away than this is refused,
 *     because an undecided hold could last as long
 */
@ConfigurationProperties("touchpaper.rm")
record ResourceManagerProperties(
    Kind kind,
    @DefaultValue Calendar calendar,
    @DefaultValue Slurm slurm,
    @DefaultValue Network network,
    @DefaultValue Generic generic,
    @DefaultValue Map<String, String> hosts,
    @DefaultValue Map<String, String> accounts,
    @DefaultValue Set<String> sites,
    @Nullable Path applications,
    @DefaultValue("300ms") Duration retryDelay,
    @DefaultValue("1s") Duration outcomeQueryDelay,
    @DefaultValue("90d") Duration retention,
    @DefaultValue("1h") Duration longestVote) {

  @SuppressWarnings("ConstantValue") // the binder passes null for what is not configured
  ResourceManagerProperties {
    if (kind == null) {
      throw new IllegalArgumentException(
          "touchpaper.rm.kind must be calendar, slurm, network or generic");
    }
  }

  /** Requires its scheduler, acceptors and a requester. */
  static void check(SettingsErrorCollector check) {
    check.requireCaller("requester", "bar-example");
    check.requireCaller("acceptor", "acceptor-1");
    check
        .peers()
        .forEach((name, peer) -> {
          if (peer.roles().contains("acceptor")) {
            check.requirePeer(name, "acceptor", "the acceptor");
          }
        });
    if (!check.require("touchpaper.rm.kind", "slurm", "calendar, slurm, network or generic")) {
      return;
    }
    check
        .bind("touchpaper.rm", ResourceManagerProperties.class)
        .ifPresent(rm -> {
          switch (rm.kind()) {
            case CALENDAR -> rm.calendar().check(check);
            case SLURM -> {
              if (check.require(
                  "touchpaper.rm.slurm.cluster", "newton", "the cluster's name in the BARs")) {
                check.attempt(rm.slurm()::access);
              }
            }
            case NETWORK -> check.requirePeer(rm.network().bar(), "segment, requester", "the BAR");
            case GENERIC -> {
              if (rm.generic().units().isEmpty()) {
                check.missing("touchpaper.rm.generic.units.tape", "500", "a unit and its capacity");
              }
            }
          }
        });
  }

  /** The local accounts of users. */
  AccountMapping accountMapping() {
    return new AccountMapping(accounts, sites);
  }

  ProtocolTimeouts timing() {
    var defaults = ProtocolTimeouts.DEFAULT;
    return new ProtocolTimeouts(
        retryDelay,
        defaults.enlistTimeout(),
        defaults.abortGrace(),
        defaults.voteGrace(),
        defaults.stagger(),
        outcomeQueryDelay);
  }

  private static String required(String property, String what, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException(
          "touchpaper.rm.%s must be set: %s".formatted(property, what));
    }
    return value;
  }

  /** The kinds of local scheduler. */
  enum Kind {
    CALENDAR,
    SLURM,
    NETWORK,
    GENERIC
  }

  /**
   * A machine whose calendar this resource manager keeps.
   *
   * @param cluster its name; required
   * @param nodes the number of nodes, from 1
   * @param nodeName the format of a node's name, given its number: {@code newton%03d}
   * @param directory the directory of allocation files; below the data directory if not set
   * @param command the site's own command, run with {@code start|end <file>}; empty for none
   * @param commandTimeout after which a command is killed and retried
   * @param launcher the site's own command that launches applications, run with {@code
   *     launch|status|stop} and JSON on its standard input; empty for none
   */
  record Calendar(
      @Nullable String cluster,
      @DefaultValue("0") int nodes,
      @Nullable String nodeName,
      @Nullable Path directory,
      @DefaultValue List<String> command,
      @DefaultValue("10s") Duration commandTimeout,
      @DefaultValue List<String> launcher) {

    private void check(SettingsErrorCollector check) {
      var key = "touchpaper.rm.calendar.";
      var isNamed = check.require(key + "cluster", "newton", "the machine's name in the BARs");
      var hasFormat = check.require(key + "node-name", "newton%03d", "the format of a node's name");
      if (check.require(key + "nodes", "128", "the number of nodes") && isNamed && hasFormat) {
        check.attempt(() -> machine(AccountMapping.NONE));
      }
    }

    Machine machine(AccountMapping accounts) {
      return new Machine(
          required("calendar.cluster", "the machine's name", cluster),
          nodes,
          required("calendar.node-name", "the format of node names, such as newton%03d", nodeName),
          accounts);
    }
  }

  /**
   * A cluster that Slurm schedules.
   *
   * @param cluster its name; required
   * @param partition the partition whose nodes are booked; empty for all nodes
   * @param prefix the prefix of our reservation names, different for each resource manager of a
   *     cluster; the peer name if not set
   * @param holdAccount the account to which undecided reservations belong; no user may work under
   *     it, and from Slurm 25.11 on it cannot be {@code nobody}
   * @param rest slurmrestd, if it is used instead of commands
   * @param scontrol the program, run as an operator of the cluster, and its first arguments
   * @param scancel the program that cancels jobs, and its first arguments
   * @param sbatch the program that submits jobs, run as root, and its first arguments; {@code id}
   *     is run in the same way
   * @param squeue the program that lists jobs, and its first arguments
   * @param conf the cluster's slurm.conf; the machine's default if not set
   * @param commandTimeout after which a command is killed or a request is abandoned; its effect is
   *     unknown then
   */
  record Slurm(
      @Nullable String cluster,
      @DefaultValue("") String partition,
      @Nullable String prefix,
      @DefaultValue("bin") String holdAccount,
      @DefaultValue Rest rest,
      @DefaultValue("scontrol") List<String> scontrol,
      @DefaultValue("scancel") List<String> scancel,
      @DefaultValue("sbatch") List<String> sbatch,
      @DefaultValue("squeue") List<String> squeue,
      @Nullable Path conf,
      @DefaultValue("30s") Duration commandTimeout) {

    /** The cluster's settings for the resource manager with that peer name. */
    Cluster cluster(String self, AccountMapping accounts) {
      return new Cluster(name(), partition, prefix == null ? self : prefix, holdAccount, accounts);
    }

    String name() {
      return required("slurm.cluster", "the cluster's name", cluster);
    }

    /** slurmrestd if its URL is set, else the commands. */
    SlurmAccessSettings access() {
      return rest.url() == null
          ? new SlurmCommands(scontrol, scancel, sbatch, squeue, conf, commandTimeout)
          : SlurmrestdAccess.fromConfiguration(
              rest.url(), rest.user(), rest.tokenFile(), rest.version(), commandTimeout);
    }
  }

  /**
   * A slurmrestd of Slurm 25.05 or later.
   *
   * @param url where it listens, {@code https://head.example.org:6820}; not used if not set
   * @param user the operator of the cluster whose token is used
   * @param tokenFile the operator's token, as {@code scontrol token} prints it, in a file of mode
   *     0600; it may be replaced at any time
   * @param version its API version, {@code v0.0.43} or later; the best served one if not set
   */
  record Rest(
      @Nullable String url,
      @Nullable String user,
      @Nullable Path tokenFile,
      @Nullable String version) {}

  /**
   * A store or an instrument.
   *
   * @param name its resource name
   * @param units the capacity of each unit: {@code touchpaper.rm.generic.units.tape=500}
   */
  record Generic(@DefaultValue("store") String name, @DefaultValue Map<String, Integer> units) {}

  /**
   * A site's BAR.
   *
   * @param bar its peer name
   * @param setupLead how long before a run its lightpath is booked
   */
  record Network(@DefaultValue("bar-ucl") String bar, @DefaultValue("10s") Duration setupLead) {}
}
