package org.touchpaper.platform.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

class OwnDatabaseTest {

  @TempDir private Path data;

  @Test
  void aServiceWithoutADatabaseStartsItsOwnAndKeepsItsRows() throws Exception {
    try (var service = start()) {
      service.getBean(JdbcClient.class).sql("insert into received_message values ('a')").update();
      try (var connection = service.getBean(DataSource.class).getConnection()) {
        assertThat(connection.getMetaData().getURL()).endsWith("/bar_ucl");
      }
    }
    try (var service = start()) {
      var rows = service.getBean(JdbcClient.class).sql("select count(*) from received_message");
      assertThat(rows.query(Integer.class).single()).isEqualTo(1);
    }
  }

  private ConfigurableApplicationContext start() {
    return new SpringApplicationBuilder(ExampleApplication.class)
        .run(
            "--spring.config.name=example",
            "--touchpaper.name=bar-ucl",
            "--touchpaper.data=" + data);
  }
}
