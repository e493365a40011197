package org.touchpaper.bar.history;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An entry in the history of a booking: actor, event and time. Append-only. */
@Entity
@Table(name = "history")
public class HistoryEntry {

  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "history_seq")
  @SequenceGenerator(name = "history_seq", allocationSize = 50) // numbered here, so one batch
  private @Nullable Long id;

  private UUID subject;
  private Instant at;
  private String who;
  private String event;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected HistoryEntry() {}

  public HistoryEntry(UUID subject, Instant at, String who, String event) {
    this.subject = subject;
    this.at = at;
    this.who = who;
    this.event = event;
  }

  /** The booking's id: a connection or a co-allocation. */
  public UUID subject() {
    return subject;
  }

  public Instant at() {
    return at;
  }

  public String who() {
    return who;
  }

  public String event() {
    return event;
  }
}
