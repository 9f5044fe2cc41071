package dev.tributary;

import dev.tributary.config.InvalidConfigException;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that most commands have. */
final class ConfigOption {

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The config file, such as config/places.yml.")
  private Path file;

  Path file() {
    return file;
  }

  /**
   * @throws InvalidConfigException with every problem of the file
   */
  Settings read() {
    return new SettingsReader().read(file, System.getenv());
  }
}
