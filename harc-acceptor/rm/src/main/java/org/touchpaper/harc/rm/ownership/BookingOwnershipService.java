package org.touchpaper.harc.rm.ownership;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/**
 * Keeps the owner of each booking. Only the owner, an admin of the owner's site, or an admin of a
 * local site may change a booking. Names and roles count together with the site that vouches for
 * them.
 */
public final class BookingOwnershipService {
  private static final String ADMIN = "admin";

  private final JdbcClient jdbc;
  private final UnaryOperator<String> canonicalId;

  public BookingOwnershipService(JdbcClient jdbc) {
    this(jdbc, UnaryOperator.identity());
  }

  /**
   * For schedulers that know a booking under several ids.
   *
   * @param canonicalId maps a booking id to the id under which the owner is recorded
   */
  public BookingOwnershipService(JdbcClient jdbc, UnaryOperator<String> canonicalId) {
    this.jdbc = jdbc;
    this.canonicalId = canonicalId;
  }

  private record Owner(String name, String homeSite) {
    /** Returns true for the owner, an admin of the owner's site and an admin of a local site. */
    boolean mayBeChangedBy(Person person, Set<String> localSites) {
      return (name.equals(person.name()) && homeSite.equals(person.homeSite()))
          || isAdminOf(Set.of(homeSite), person)
          || isAdminOf(localSites, person);
    }
  }

  /**
   * The reason why the transaction's person may not perform the action; empty if they may, or if
   * the booking is unknown.
   *
   * @param resource the resource in whose name the action is refused
   * @param localSites the sites whose admins may change every booking
   */
  public Optional<Refusal> refusal(
      Transaction transaction, BookingAction action, String resource, Set<String> localSites) {
    return switch (action) {
      case BookingAction.Make make -> refusalForOtherOwner(transaction, make, resource, localSites);
      case BookingAction.Modify modify ->
          refusalForNonOwner(transaction.onBehalfOf(), modify.bookingId(), resource, localSites);
      case BookingAction.Cancel(var bookingId) ->
          refusalForNonOwner(transaction.onBehalfOf(), bookingId, resource, localSites);
    };
  }

  private static Optional<Refusal> refusalForOtherOwner(
      Transaction transaction, BookingAction.Make make, String resource, Set<String> localSites) {
    var owner = transaction.ownerOf(make);
    return new Owner(owner.name(), owner.homeSite())
            .mayBeChangedBy(transaction.onBehalfOf(), localSites)
        ? Optional.empty()
        : refusal(
            resource,
            "Owner",
            "only an administrator of the owner's site can make a booking for another person");
  }

  private Optional<Refusal> refusalForNonOwner(
      Person person, String bookingId, String resource, Set<String> localSites) {
    return findOwner(bookingId)
        .filter(owner -> !owner.mayBeChangedBy(person, localSites))
        .flatMap(_ ->
            refusal(
                resource,
                "Ident",
                "the booking does not belong to "
                    + person.name()
                    + ": only its owner or an administrator of the owner's site can change or cancel it"));
  }

  private static Optional<Refusal> refusal(String resource, String field, String reason) {
    return Optional.of(new Refusal(Refusal.Code.NOT_ALLOWED, resource, field, reason, null));
  }

  private static boolean isAdminOf(Set<String> sites, Person person) {
    return person.role().equals(ADMIN) && sites.contains(person.homeSite());
  }

  private Optional<Owner> findOwner(String bookingId) {
    return jdbc.sql("select name, home_site from booking_owner where booking_id = ?")
        .param(canonicalId.apply(bookingId))
        .query((row, _) -> new Owner(row.getString("name"), row.getString("home_site")))
        .optional();
  }

  /**
   * Records the owner of each booking that the transaction makes, in the database transaction that
   * found the ids free. An existing owner is kept.
   */
  public void recordOwner(Transaction transaction) {
    for (var action : transaction.actions()) {
      switch (action) {
        case BookingAction.Make make -> recordOwner(make.bookingId(), transaction.ownerOf(make));
        case BookingAction.Modify _, BookingAction.Cancel _ -> {}
      }
    }
  }

  /** Deletes the owners of purged bookings. */
  public void delete(List<String> bookingIds) {
    jdbc.sql("delete from booking_owner where booking_id = any(?)")
        .param(bookingIds.toArray(String[]::new))
        .update();
  }

  private void recordOwner(String bookingId, Person person) {
    jdbc.sql(
            "insert into booking_owner (booking_id, name, home_site) values (?, ?, ?)"
                + " on conflict do nothing")
        .param(canonicalId.apply(bookingId))
        .param(person.name())
        .param(person.homeSite())
        .update();
  }
}
