package org.touchpaper.platform.postgres;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.test.context.DynamicPropertyRegistry;

/** Where a test's database is. */
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

  /** Without a pool, for tests that need no Spring. */
  public DataSource dataSource() {
    var source = new PGSimpleDataSource();
    source.setUrl(url);
    source.setUser(user);
    source.setPassword(password);
    return source;
  }

  /** The same, with as many connections as are wanted at a time, each used again and again. */
  public DataSource pool() {
    var pool = new HikariDataSource();
    pool.setDataSource(dataSource());
    pool.setMinimumIdle(0);
    pool.setMaximumPoolSize(20);
    return pool;
  }
}
