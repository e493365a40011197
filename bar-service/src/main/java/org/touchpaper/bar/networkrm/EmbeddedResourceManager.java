package org.touchpaper.bar.networkrm;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.client.ResourceManagerQueries;
import org.touchpaper.harc.client.ResourceTimetableQuery;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.rm.ResourceManagerApplication;
import org.touchpaper.harc.rm.transport.QueryService;

/**
 * A resource manager in this process, with a Spring context of its own without a web server. It
 * starts once the BAR's beans exist, before the BAR accepts requests, and stops after them.
 */
final class EmbeddedResourceManager implements SmartLifecycle, ResourceManagerQueries {

  /** Before the web server's phase. */
  private static final int PHASE = DEFAULT_PHASE - 8192;

  private final SpringApplication application =
      new SpringApplication(ResourceManagerApplication.class);
  private final List<String> arguments;
  private volatile @Nullable ConfigurableApplicationContext context;

  EmbeddedResourceManager(
      ApplicationContextInitializer<ConfigurableApplicationContext> beans, List<String> arguments) {
    this.arguments = List.copyOf(arguments);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setRegisterShutdownHook(false);
    application.addInitializers(beans);
    application.setListeners(
        application.getListeners().stream()
            .filter(
                listener -> !(listener instanceof LoggingApplicationListener)) // the BAR's stays
            .toList());
  }

  @Override
  public void start() {
    context = application.run(arguments.toArray(String[]::new));
  }

  @Override
  public void stop() {
    var running = context;
    if (running != null) {
      running.close();
      context = null;
    }
  }

  @Override
  public boolean isRunning() {
    return context != null;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /**
   * A bean of the resource manager.
   *
   * @throws IllegalStateException if it is not running
   */
  <T> T bean(Class<T> type) {
    return running().getBean(type);
  }

  <T> T bean(String name, Class<T> type) {
    return running().getBean(name, type);
  }

  private ConfigurableApplicationContext running() {
    var running = context;
    if (running == null) {
      throw new IllegalStateException("the network's resource manager is not running");
    }
    return running;
  }

  @Override
  public ResourceManagerTransactionStatus queryStatus(TransactionId id)
      throws PeerRequestException {
    return queries().queryStatus(id);
  }

  @Override
  public ResourceTimetable timetable(ResourceTimetableQuery query) throws PeerRequestException {
    return queries().timetable(query);
  }

  @Override
  public List<RegisteredApplication> applications(
      String resource, ResourceTimetableQuery.@Nullable Person onBehalfOf)
      throws PeerRequestException {
    return queries().applications(resource, onBehalfOf);
  }

  private QueryService queries() throws PeerRequestException {
    try {
      return bean(QueryService.class);
    } catch (IllegalStateException e) { // the BAR is stopping
      throw new PeerRequestException(String.valueOf(e.getMessage()), false, e);
    }
  }
}
