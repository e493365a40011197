package org.touchpaper.platform.postgres;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.test.context.DynamicPropertyRegistry;

/** The connection parameters of a test's database. */
public record TestDatabase(String url, String user, String password) {

  /** As arguments of {@code SpringApplicationBuilder.run}. */
  public String[] args() {
    return new String[] {
      "--spring.datasource.url=" + url,
      "--spring.datasource.username=" + user,
      "--spring.datasource.password=" + password
    };
  }

  /** For a {@code @DynamicPropertySource} method. */
  public void register(DynamicPropertyRegistry registry) {
    registry.add("spring.datasource.url", this::url);
    registry.add("spring.datasource.username", this::user);
    registry.add("spring.datasource.password", this::password);
  }

  /** A data source without a pool, for tests without Spring. */
  public DataSource dataSource() {
    return new DriverManagerDataSource(url, user, password);
  }

  /** A data source that reuses connections, as many as are needed at a time. */
  public DataSource pool() {
    var pool = new HikariDataSource();
    pool.setDataSource(dataSource());
    pool.setMinimumIdle(0);
    pool.setMaximumPoolSize(20);
    return pool;
  }
}
