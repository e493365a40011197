package org.touchpaper.harc.client;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.protocol.TransactionId;

/** The client of one resource manager. Each method is one HTTP exchange. */
public final class ResourceManagerClient implements ResourceManagerQueries {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final PeerEndpoint resourceManager;
  private final PeerHttpClient http;

  public ResourceManagerClient(PeerEndpoint resourceManager, PeerHttpClient http) {
    this.resourceManager = resourceManager;
    this.http = http;
  }

  @Override
  public ResourceManagerTransactionStatus queryStatus(TransactionId id)
      throws PeerRequestException {
    var reply = http.get(resourceManager, "/harc/query?transaction=" + id, TIMEOUT);
    return HarcMessageXml.readState(reply.expectSuccess(resourceManager));
  }

  @Override
  public ResourceTimetable timetable(ResourceTimetableQuery query) throws PeerRequestException {
    var reply = http.get(resourceManager, "/harc/timetable?" + query.toQueryString(), TIMEOUT);
    return HarcMessageXml.readTimetable(reply.expectSuccess(resourceManager));
  }

  @Override
  public List<RegisteredApplication> applications(
      String resource, ResourceTimetableQuery.@Nullable Person onBehalfOf)
      throws PeerRequestException {
    var query = ResourceTimetableQuery.queryStringOf(resource, onBehalfOf);
    var reply = http.get(resourceManager, "/harc/applications?" + query, TIMEOUT);
    return HarcMessageXml.readApplications(reply.expectSuccess(resourceManager));
  }
}
