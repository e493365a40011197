package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.run.OfferedApplication;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** A port that forwards to another; tests override methods. */
public class ForwardingCommitProtocol implements CommitProtocolPort {

  private final CommitProtocolPort harc;

  public ForwardingCommitProtocol(CommitProtocolPort harc) {
    this.harc = harc;
  }

  @Override
  public TransactionResult begin(
      TransactionRequest request, Map<UUID, String> fields, Duration patience) {
    return harc.begin(request, fields, patience);
  }

  @Override
  public QueryResult query(String rm, TransactionId transaction) {
    return harc.query(rm, transaction);
  }

  @Override
  public Timetable timetable(
      String rm,
      String resource,
      Person person,
      Schedule window,
      @Nullable Integer amount,
      @Nullable Duration length,
      @Nullable UUID ownPart) {
    return harc.timetable(rm, resource, person, window, amount, length, ownPart);
  }

  @Override
  public List<OfferedApplication> applications(String rm, String resource, Person person) {
    return harc.applications(rm, resource, person);
  }
}
