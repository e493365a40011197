package org.touchpaper.platform.crash;

import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.Ordered;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;

/** Installs a crash switch in a service's database, outbound messages and responses. */
final class CrashInitializer implements ApplicationContextInitializer<GenericApplicationContext> {

  private final CrashSwitch crash;

  CrashInitializer(CrashSwitch crash) {
    this.crash = crash;
  }

  @Override
  public void initialize(GenericApplicationContext context) {
    context.addApplicationListener((ApplicationListener<ApplicationReadyEvent>) _ -> crash.arm());
    context.registerBean(
        "crashOutbound", OutgoingPeerCallInterceptor.class, crash::peerCallInterceptor);
    context.registerBean("crashFilter", FilterRegistrationBean.class, this::filter);
    context.getBeanFactory().addBeanPostProcessor(new CrashPostProcessor(crash));
  }

  private FilterRegistrationBean<CrashFilter> filter() {
    var registration = new FilterRegistrationBean<>(new CrashFilter(crash));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }

  private record CrashPostProcessor(CrashSwitch crash) implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      return bean instanceof DataSource database ? new CrashDataSource(database, crash) : bean;
    }
  }
}
