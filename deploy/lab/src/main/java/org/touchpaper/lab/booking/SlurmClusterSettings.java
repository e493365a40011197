package org.touchpaper.lab.booking;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.touchpaper.lab.engine.GromacsWaterModel;

/**
 * The settings of a Slurm cluster of the demo network's newton, and the texts of its files.
 *
 * @param home the directory of Slurm's files, which every user can enter
 * @param log the directory of its logs
 * @param namespace the network namespace in which Slurm runs
 * @param hostname of this machine, without its domain
 */
record SlurmClusterSettings(Path home, Path log, String namespace, String hostname) {

  static final String CLUSTER = "newton";
  static final String APPLICATION = "pore";

  /** Of the second engine. */
  static final String WATER = "water";

  static final int NODES = 4;

  /**
   * An account of every Linux that is not root's. The jobs of the demo's scientist run under it.
   */
  private static final String ACCOUNT = "daemon";

  private static final int FIRST_PORT = 17_000;

  Path configuration() {
    return home.resolve("slurm.conf");
  }

  Path registry() {
    return home.resolve("applications.yaml");
  }

  /** The directory in which each run gets its own. */
  Path scratch() {
    return home.resolve("scratch");
  }

  /** The files of the simulated system. */
  Path model() {
    return home.resolve("model");
  }

  /** The prepared run of the second engine. */
  Path water() {
    return home.resolve("water.tpr");
  }

  /** Where jobs see the engine, whose own directory they may not be able to enter. */
  Path engine() {
    return home.resolve("engine");
  }

  List<String> nodes() {
    return IntStream.rangeClosed(1, NODES).mapToObj(n -> CLUSTER + n).toList();
  }

  /**
   * The command that runs another in the cluster's namespace; unlike {@code ip netns exec} it keeps
   * /sys, without which slurmd does not start.
   */
  List<String> enter() {
    return List.of("nsenter", "--net=/run/netns/" + namespace);
  }

  /** Has ports of its own, since its network is. */
  String slurmConfiguration() {
    return """
    ClusterName=%1$s
    SlurmctldHost=%2$s(127.0.0.1)
    SlurmctldPort=%3$d
    SlurmUser=root
    SlurmdUser=root
    AuthType=auth/munge
    AuthInfo=socket=%4$s/run/munge.socket
    CredType=cred/munge
    StateSaveLocation=%4$s/state
    SlurmdSpoolDir=%4$s/spool/%%n
    SlurmctldPidFile=%4$s/run/slurmctld.pid
    SlurmdPidFile=%4$s/run/slurmd-%%n.pid
    SlurmctldLogFile=%6$s/slurmctld.log
    SlurmdLogFile=%6$s/slurmd-%%n.log
    ProctrackType=proctrack/linuxproc
    TaskPlugin=task/none
    JobAcctGatherType=jobacct_gather/none
    AccountingStorageType=accounting_storage/none
    MailProg=/bin/true
    MpiDefault=none
    SwitchType=switch/none
    SelectType=select/cons_tres
    SelectTypeParameters=CR_Core
    SchedulerType=sched/backfill
    SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=0
    ReturnToService=2
    KillWait=1
    SlurmdParameters=config_overrides
    %5$s
    PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
    """
        .formatted(
            CLUSTER,
            hostname,
            FIRST_PORT,
            home,
            IntStream.rangeClosed(1, NODES)
                .mapToObj(n ->
                    "NodeName=%s%d NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=2 RealMemory=100"
                        .formatted(CLUSTER, n, hostname, FIRST_PORT + n))
                .collect(Collectors.joining("\n")),
            log);
  }

  /**
   * What may be launched beside the pore: the second engine, which is the machine's own. Its ports
   * are not the pore's: GROMACS cannot listen at one whose last connections have just ended.
   */
  String waterApplication(Path program) {
    return """
        - name: %s
          description: a box of water (GROMACS), steered over IMD
          executable: %s
          arguments: [%s]
          environment: ["GMX_MAXBACKUP=-1"]
          port: { protocol: imd, first: 8951, last: 8999 }
          directory: %s
          stop: { signal: TERM, grace: 10s }
    """
        .formatted(
            WATER,
            program,
            GromacsWaterModel.arguments(water(), "{port}").stream()
                .map(argument -> '"' + argument + '"')
                .collect(Collectors.joining(", ")),
            scratch());
  }

  /**
   * What may be launched: the pore.
   *
   * @param program the engine's, below {@link #engine()}
   * @param libraries likewise, of its shared libraries
   */
  String applications(Path program, Path libraries) {
    return """
    registry:
      coresPerNode: 2
      applications:
        - name: %1$s
          description: a chain of beads before a pore (LAMMPS), steered over IMD
          executable: %2$s
          arguments: ["-in", "%3$s/in.pore", "-log", "none", "-var", "port", "{port}", "-var", "data", "%3$s/pore.data"]
          environment: ["LD_LIBRARY_PATH=%4$s", "OMP_NUM_THREADS={cores}"]
          parameters:
            - name: steps
              pattern: "[0-9]{1,9}"
              default: "100000000"
              description: the number of time steps
              arguments: ["-var", "steps", "{value}"]
          port: { protocol: imd, first: 8901, last: 8950 }
          directory: %5$s
          stop: { signal: TERM, grace: 10s }
    """
        .formatted(APPLICATION, program, model(), libraries, scratch());
  }

  /** What makes newton's resource manager use this Slurm instead of its own calendar. */
  Map<String, String> resourceManager() {
    var settings = new TreeMap<String, String>();
    settings.put("touchpaper.rm.kind", "slurm");
    settings.put("touchpaper.rm.accounts.scientist", ACCOUNT);
    settings.put("touchpaper.rm.applications", registry().toString());
    settings.put("touchpaper.rm.slurm.cluster", CLUSTER);
    settings.put("touchpaper.rm.slurm.conf", configuration().toString());
    for (var program : List.of("scontrol", "scancel", "sbatch", "squeue")) {
      var property = "touchpaper.rm.slurm." + program;
      var command = enter();
      for (var i = 0; i < command.size(); i++) {
        settings.put(property + "[" + i + "]", command.get(i));
      }
      settings.put(property + "[" + command.size() + "]", program);
    }
    return settings;
  }
}
