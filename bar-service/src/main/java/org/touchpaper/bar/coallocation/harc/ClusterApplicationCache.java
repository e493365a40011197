package org.touchpaper.bar.coallocation.harc;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.run.OfferedApplication;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/**
 * The applications that clusters run, as their resource managers last said. An answer is used for a
 * few seconds: what a site's registry says may differ by person, and changes without notice.
 */
@Component
public class ClusterApplicationCache {

  private static final Duration MAX_AGE = Duration.ofSeconds(5);
  private static final int MAX_ANSWERS = 1000;

  private final CommitProtocolPort harc;
  private final Clock clock;
  private final Map<Query, Answer> answers = new ConcurrentHashMap<>();

  public ClusterApplicationCache(CommitProtocolPort harc, Clock clock) {
    this.harc = harc;
    this.clock = clock;
  }

  private record Query(String rm, String cluster, Person person) {}

  private record Answer(List<OfferedApplication> applications, Instant at) {}

  /**
   * Lists what a person may run on a cluster. No transaction may be open.
   *
   * @throws CommitProtocolPort.NoAnswerException if its resource manager does not answer
   */
  public List<OfferedApplication> list(NetworkDirectory.Cluster cluster, Person person) {
    var query = new Query(cluster.rm(), cluster.name(), person);
    var now = clock.instant();
    var known = answers.get(query);
    if (known != null && now.isBefore(known.at().plus(MAX_AGE)) && !now.isBefore(known.at())) {
      return known.applications();
    }
    var applications = harc.applications(cluster.rm(), cluster.name(), person);
    if (answers.size() >= MAX_ANSWERS) {
      answers.clear();
    }
    answers.put(query, new Answer(applications, now));
    return applications;
  }
}
