package org.touchpaper.harc.rm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.rm.calendar.Machine;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.harc.rm.slurm.Cluster;
import org.touchpaper.harc.rm.slurm.RestAccess;
import org.touchpaper.harc.rm.slurm.SlurmAccess;
import org.touchpaper.harc.rm.slurm.SlurmCommands;

/**
 * What a resource manager is told, under {@code touchpaper.rm}.
 *
 * @param kind what it stands in front of: calendar, slurm, network or generic
 * @param calendar the machine, where it is a calendar
 * @param slurm the cluster, where it is Slurm's
 * @param network the BAR, where it is a network
 * @param generic the store or instrument, where it is one
 * @param hosts where hosts are attached: {@code touchpaper.rm.hosts.vis.ucl=urn:ogf:network:…}
 * @param accounts local accounts by name and site, {@code anne@ucl}, or by the name alone of people
 *     of {@code sites}; others keep their own name
 * @param sites whose people are known here by their names alone, and whose admins may change
 *     anybody's bookings; if there are none all sites' people are, and admins change their own
 *     site's bookings
 * @param retry how long before a scheduler that did not answer is asked again
 * @param ask how long a prepared transaction waits before the acceptors are asked what became of it
 * @param keep how long what has ended is remembered, a day at least
 * @param longestVote what may be voted on for longer is refused: it would be held for so long
 */
@ConfigurationProperties("touchpaper.rm")
record RmProperties(
    Kind kind,
    @DefaultValue Calendar calendar,
    @DefaultValue Slurm slurm,
    @DefaultValue Network network,
    @DefaultValue Generic generic,
    @DefaultValue Map<String, String> hosts,
    @DefaultValue Map<String, String> accounts,
    @DefaultValue Set<String> sites,
    @DefaultValue("300ms") Duration retry,
    @DefaultValue("1s") Duration ask,
    @DefaultValue("90d") Duration keep,
    @DefaultValue("1h") Duration longestVote) {

  @SuppressWarnings("ConstantValue") // the binder passes null for what is not configured
  RmProperties {
    if (kind == null) {
      throw new IllegalArgumentException(
          "touchpaper.rm.kind must be calendar, slurm, network or generic");
    }
  }

  /** Whom people from afar are here. */
  Accounts people() {
    return new Accounts(accounts, sites);
  }

  Timing timing() {
    var usual = Timing.DEFAULT;
    return new Timing(
        retry, usual.enlisting(), usual.abortGrace(), usual.grace(), usual.stagger(), ask);
  }

  private static String told(String property, String what, @Nullable String value) {
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
   * A machine whose reservations are kept here.
   *
   * @param cluster its name; there is none that goes without saying
   * @param nodes how many nodes it has, from 1
   * @param nodeName how a node is called, given its number: {@code newton%03d}
   * @param directory where the machine looks for allocation files; below the data if not set
   * @param command the centre's own command, run with {@code start|end <file>}; empty for none
   * @param commandTimeout after which it is killed, and tried again
   */
  record Calendar(
      @Nullable String cluster,
      @DefaultValue("0") int nodes,
      @Nullable String nodeName,
      @Nullable Path directory,
      @DefaultValue List<String> command,
      @DefaultValue("10s") Duration commandTimeout) {

    Machine machine(Accounts accounts) {
      return new Machine(
          told("calendar.cluster", "the machine's name", cluster),
          nodes,
          told("calendar.node-name", "how a node is called, such as newton%03d", nodeName),
          accounts);
    }
  }

  /**
   * A cluster that Slurm schedules.
   *
   * @param cluster its name; there is none that goes without saying
   * @param partition the partition whose nodes are promised; empty for all nodes
   * @param prefix how the names of our reservations begin, different for each resource manager; its
   *     peer name if not set
   * @param holdAccount the account that has reservations while undecided; nobody may work under it,
   *     and it cannot be {@code nobody} from Slurm 25.11 on
   * @param rest slurmrestd, where that is spoken to instead of running commands
   * @param scontrol the program, run as an operator of the cluster, and its first arguments
   * @param scancel likewise
   * @param conf the cluster's slurm.conf; the machine's own if not set
   * @param commandTimeout after which a command is killed or a request given up, and what it did is
   *     not known
   */
  record Slurm(
      @Nullable String cluster,
      @DefaultValue("") String partition,
      @Nullable String prefix,
      @DefaultValue("bin") String holdAccount,
      @DefaultValue Rest rest,
      @DefaultValue("scontrol") List<String> scontrol,
      @DefaultValue("scancel") List<String> scancel,
      @Nullable Path conf,
      @DefaultValue("30s") Duration commandTimeout) {

    /** The cluster, as the resource manager of that peer name sees it. */
    Cluster cluster(String self, Accounts accounts) {
      return new Cluster(name(), partition, prefix == null ? self : prefix, holdAccount, accounts);
    }

    String name() {
      return told("slurm.cluster", "the cluster's name", cluster);
    }

    /** slurmrestd if its URL is set, else the commands. */
    SlurmAccess access() {
      return rest.url() == null
          ? new SlurmCommands(scontrol, scancel, conf, commandTimeout)
          : RestAccess.configured(
              rest.url(), rest.user(), rest.tokenFile(), rest.version(), commandTimeout);
    }
  }

  /**
   * A slurmrestd of Slurm 25.05 or later.
   *
   * @param url where it listens, {@code https://head.example.org:6820}; not spoken to if not set
   * @param user the operator of the cluster that it is spoken to as
   * @param tokenFile the operator's token, as {@code scontrol token} prints it, readable by nobody
   *     else; it may be replaced at any time
   * @param version of its API, {@code v0.0.43} or later; the best of those it serves if not set
   */
  record Rest(
      @Nullable String url,
      @Nullable String user,
      @Nullable Path tokenFile,
      @Nullable String version) {}

  /**
   * A store or an instrument.
   *
   * @param name how it is asked for
   * @param units how much there is of what: {@code touchpaper.rm.generic.units.tape=500}
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
