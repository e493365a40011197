package org.touchpaper.bar.resource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.harc.ClusterApplicationCache;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.coallocation.run.OfferedApplication;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** Asks the resource managers of clusters, side by side, which applications they run. */
@Component
public class ClusterApplicationReader {

  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private final ClusterApplicationCache applications;

  public ClusterApplicationReader(ClusterApplicationCache applications) {
    this.applications = applications;
  }

  /**
   * What clusters run.
   *
   * @param byCluster of each cluster that has answered
   */
  public record Answers(
      Map<String, List<OfferedApplication>> byCluster, List<MissingAnswer> missing) {}

  /** Returns what they answer; those that do not are named in the result. */
  public Answers read(List<NetworkDirectory.Cluster> clusters, Person person) {
    var byCluster = new HashMap<String, List<OfferedApplication>>();
    var missing = new ArrayList<MissingAnswer>();
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var answers =
          threads.invokeAll(
              clusters.stream()
                  .<Callable<List<OfferedApplication>>>map(
                      cluster -> () -> applications.list(cluster, person))
                  .toList(),
              PATIENCE.toMillis(),
              TimeUnit.MILLISECONDS);
      for (var i = 0; i < clusters.size(); i++) {
        var cluster = clusters.get(i);
        try {
          byCluster.put(cluster.name(), answers.get(i).get());
        } catch (CancellationException _) {
          missing.add(missing(cluster, "no answer within " + PATIENCE.toSeconds() + " s"));
        } catch (ExecutionException e) {
          missing.add(missing(cluster, reasonOf(e)));
        }
      }
      return new Answers(byCluster, missing);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswerException("interrupted while asking for applications", e);
    } finally {
      threads.shutdownNow(); // a service that hangs is not waited for
    }
  }

  private static MissingAnswer missing(NetworkDirectory.Cluster cluster, String reason) {
    return new MissingAnswer(cluster.name(), cluster.rm(), reason);
  }

  private static String reasonOf(ExecutionException failure) {
    if (failure.getCause() instanceof NoAnswerException e) {
      return String.valueOf(e.getMessage());
    }
    throw new IllegalStateException("asking for applications failed", failure.getCause());
  }
}
