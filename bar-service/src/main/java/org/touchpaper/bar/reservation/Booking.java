package org.touchpaper.bar.reservation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.time.Instant;
import org.touchpaper.segment.connection.Requester;

/**
 * Who booked, and how; never changes.
 *
 * @param requester who asked first
 * @param owner the person it was asked for
 * @param description for people
 * @param bodyDigest of the front door's request; empty for one that came from a peer
 * @param createdAt when it was first heard of
 */
@Embeddable
public record Booking(
    @Convert(converter = Columns.RequesterText.class) Requester requester,
    String owner,
    String description,
    String bodyDigest,
    Instant createdAt) {}
