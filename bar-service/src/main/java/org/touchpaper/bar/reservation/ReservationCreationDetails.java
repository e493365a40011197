package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.time.Instant;
import org.touchpaper.bar.reservation.segments.AttributeConverters.RequesterConverter;
import org.touchpaper.segment.connection.RequesterIdentity;

/**
 * How a reservation was created: by whom, for whom and when. Only the description can be changed.
 *
 * @param requester the first requester
 * @param owner the person it was requested for
 * @param description for display
 * @param bodyDigest the digest of the API request; empty if a peer made the reservation
 * @param createdAt the time of the first request
 */
@Embeddable
public record ReservationCreationDetails(
    @Column(updatable = false) @Convert(converter = RequesterConverter.class)
        RequesterIdentity requester,
    @Column(updatable = false) String owner,
    String description,
    @Column(updatable = false) String bodyDigest,
    @Column(updatable = false) Instant createdAt) {

  ReservationCreationDetails withDescription(String newDescription) {
    return new ReservationCreationDetails(requester, owner, newDescription, bodyDigest, createdAt);
  }
}
