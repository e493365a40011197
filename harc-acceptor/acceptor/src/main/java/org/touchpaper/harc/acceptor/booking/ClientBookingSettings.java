package org.touchpaper.harc.acceptor.booking;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.access.AcceptorPeers.Role;
import org.touchpaper.harc.acceptor.settings.SettingsFile;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.client.xml.MalformedMessageException;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionRequest;

/**
 * What an acceptor adds to the actions of a client without a BAR: the person, the resource managers
 * and the set of acceptors. All acceptors need the same configuration; with different ones they
 * would compute different records, and the second call is answered {@code OTHER_RECORD}.
 *
 * @param acceptors the peer names of all acceptors
 * @param epoch the epoch of that set
 * @param rmByResource the resource manager of each endpoint, cluster or other resource
 * @param users the person for whom each client books, by its peer name
 */
public record ClientBookingSettings(
    List<String> acceptors, int epoch, Map<String, String> rmByResource, Map<String, User> users) {
  private static final String RESOURCES = "touchpaper.acceptor.resources.";
  private static final String EPOCH = "touchpaper.acceptor.epoch";

  /** For an acceptor without such clients. */
  public static final ClientBookingSettings NONE =
      new ClientBookingSettings(List.of(), 1, Map.of(), Map.of());

  /** A client's person; resource managers decide by site and role what they may do. */
  public record User(String name, String homeSite, List<String> virtualOrganisations, String role) {
    public User {
      virtualOrganisations = List.copyOf(virtualOrganisations);
    }
  }

  public ClientBookingSettings {
    acceptors = List.copyOf(acceptors);
    rmByResource = Map.copyOf(rmByResource);
    users = Map.copyOf(users);
  }

  /** Reads the settings; what is missing or wrong is reported to the file. */
  public static ClientBookingSettings read(SettingsFile file, String self, AcceptorPeers peers) {
    var acceptors = new TreeSet<>(peers.listNames(Role.ACCEPTOR));
    acceptors.add(self);
    var users = new HashMap<String, User>();
    peers.listNames(Role.CLIENT).forEach(name -> users.put(name, readUser(file, name)));
    if (!users.isEmpty() && acceptors.size() % 2 == 0) {
      file.reject("the number of acceptors must be odd, with this one: " + acceptors);
    }
    return new ClientBookingSettings(
        List.copyOf(acceptors),
        file.number(EPOCH, 1, Integer.MAX_VALUE).orElse(1),
        readResources(file, peers, !users.isEmpty()),
        users);
  }

  private static User readUser(SettingsFile file, String name) {
    var key = "touchpaper.peers." + name;
    var site = file.require(key + ".sites", "[example]", "the site of the client's person");
    if (site.contains(",")) {
      file.reject(key + ".sites must name one site for a client, not " + site);
    }
    var role = file.find(key + ".user-role").orElse("scientist");
    if (!List.of("scientist", "operator", "officer", "admin").contains(role)) {
      file.reject(key + ".user-role must be scientist, operator, officer or admin, not " + role);
    }
    return new User(
        file.find(key + ".user").orElse(name),
        site,
        file.list(key + ".virtual-organisations"),
        role);
  }

  private static Map<String, String> readResources(
      SettingsFile file, AcceptorPeers peers, boolean isRequired) {
    var rmByResource = new HashMap<String, String>();
    for (var key : file.names(RESOURCES)) {
      var rm = key.substring(RESOURCES.length());
      if (!peers.hasRole(rm, Role.RM)) {
        file.reject(key + ": no peer has this name and the role rm");
      }
      for (var resource : file.list(key)) {
        var other = rmByResource.put(resource, rm);
        if (other != null) {
          file.reject("%s: %s is a resource of %s, too".formatted(key, resource, other));
        }
      }
    }
    if (isRequired && rmByResource.isEmpty()) {
      file.require(RESOURCES + "rm-network", "[RA1, BT2]", "the resources of a resource manager");
    }
    return rmByResource;
  }

  /**
   * The transaction of a call, which depends on the key, the actions and the configuration only.
   *
   * @param client the authenticated peer
   * @throws MalformedMessageException if no resource manager could perform the actions
   */
  public TransactionRequest toRequest(
      BookingIdempotencyKey key, String client, List<HarcAction> actions) {
    var user = users.get(client);
    if (user == null) {
      throw new IllegalStateException("no user is configured for the client " + client);
    }
    var byRm = new LinkedHashMap<String, List<HarcAction>>();
    for (var i = 0; i < actions.size(); i++) { // two equal actions are two bookings
      var action = actions.get(i);
      requirePositiveDuration(action);
      var rm = resourceManagerOf(action);
      byRm.computeIfAbsent(rm, _ -> new ArrayList<>()).add(withIdent(action, key, i + 1, rm));
    }
    return TransactionRequest.of(
        key.transactionId(),
        acceptors,
        epoch,
        key.voteBy(actions),
        new RequestingUser(
            user.name(),
            user.homeSite(),
            user.virtualOrganisations(),
            user.role(),
            key.value().toString()),
        byRm.entrySet().stream()
            .map(entry -> HarcActionXml.write(entry.getKey(), entry.getValue()))
            .toList());
  }

  private static void requirePositiveDuration(HarcAction action) {
    schedule(action)
        .filter(schedule -> !schedule.startTime().isBefore(schedule.endTime()))
        .ifPresent(schedule -> {
          throw new MalformedMessageException(
              "StartTime %s must be before EndTime %s"
                  .formatted(schedule.startTime(), schedule.endTime()));
        });
  }

  /** The schedule that an action asks for. */
  static Optional<HarcAction.Schedule> schedule(HarcAction action) {
    return switch (action) {
      case HarcAction.Make make -> Optional.of(make.schedule());
      case HarcAction.Modify(_, var schedule, _) -> Optional.ofNullable(schedule);
      case HarcAction.Cancel _ -> Optional.empty();
    };
  }

  private String resourceManagerOf(HarcAction action) {
    return switch (action) {
      case HarcAction.Make(var ident, _, _, var work) -> {
        if (!ident.equals(HarcAction.UNASSIGNED_ID)) {
          throw new MalformedMessageException(
              "Make must have no Ident: it is derived from the Idempotency-Key, and the answer"
                  + " has it");
        }
        yield resourceManagerOf(work);
      }
      case HarcAction.Modify(var ident, _, _) -> resourceManagerOfIdent(ident);
      case HarcAction.Cancel(var ident) -> resourceManagerOfIdent(ident);
    };
  }

  private String resourceManagerOf(HarcAction.Work work) {
    return switch (work) {
      case HarcAction.Lightpath(var from, var to, _) -> {
        var rm = resourceManagerOf("From", from);
        if (!rm.equals(resourceManagerOf("To", to))) {
          throw new MalformedMessageException(
              "%s and %s belong to different networks, and one Path crosses one network"
                  .formatted(from, to));
        }
        yield rm;
      }
      case HarcAction.ComputeNodes(var resource, _, _) -> resourceManagerOf("Resource", resource);
      case HarcAction.ResourceUnits(var resource, _, _) -> resourceManagerOf("Resource", resource);
      case HarcAction.UnknownWork(var name) ->
          throw new MalformedMessageException(
              "unknown element " + name + " in Work: use Path, Compute or Units");
    };
  }

  private String resourceManagerOf(String field, String resource) {
    return require(
        rmByResource.get(resource),
        "%s %s is not known here. Known are: %s. The list is in %s* of each acceptor"
            .formatted(
                field,
                resource,
                String.join(", ", new TreeSet<>(rmByResource.keySet())),
                RESOURCES));
  }

  private String resourceManagerOfIdent(String ident) {
    return require(
        rmByResource.values().stream()
            .filter(rm -> BookingIdempotencyKey.isIdentOf(ident, rm))
            .findFirst()
            .orElse(null),
        "Ident %s was not made by a call to /harc/bookings: use the ident from that call's answer"
            .formatted(ident));
  }

  private static String require(@Nullable String rm, String problem) {
    if (rm == null) {
      throw new MalformedMessageException(problem);
    }
    return rm;
  }

  private static HarcAction withIdent(
      HarcAction action, BookingIdempotencyKey key, int position, String resourceManager) {
    return switch (action) {
      case HarcAction.Make(_, var owner, var schedule, var work) ->
          new HarcAction.Make(key.ident(position, resourceManager), owner, schedule, work);
      case HarcAction.Modify _, HarcAction.Cancel _ -> action;
    };
  }
}
