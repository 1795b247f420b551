package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Arguments that are read without picocli mean what picocli says that they mean. */
class PlainArgumentsTest {
    private static List<Setting<?>> settings(String verb) {
        return verb.equals("serve") ? NodeSettings.ALL : DispatchSettings.ALL;
    }

    private static List<String> words(String line) {
        return List.of(line.split(" ", -1));
    }

    private static @Nullable PlainArguments read(String line) {
        List<String> words = words(line);
        return PlainArguments.read(settings(words.getFirst()), words.subList(1, words.size()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve",
                "serve /srv/site",
                "serve /srv/site --port 9090 --memory=64m",
                "serve --port=0 site",
                "serve http://127.0.0.1:3000/ --name n1 -v",
                "serve a=b --voters n1,n2,n3",
                "serve x --join 10.0.0.1:5701,10.0.0.2:5701 --verbose",
                "serve x --homes /a/=n1,/b/=n2",
                "serve x --access-log=y=z",
                "dispatch --backend 127.0.0.1:8080,127.0.0.1:8081",
                "dispatch --policy lard-r --port 0"
            })
    void areReadAsByPicocli(String line) {
        List<String> words = words(line);
        CommandLine all = GoslingCommand.create();
        PlainArguments plain = read(line);
        assertNotNull(plain);
        all.parseArgs(words.toArray(String[]::new));
        CommandLine command = Objects.requireNonNull(all.getSubcommands().get(words.getFirst()));
        SettingValues expected = SettingFlagConverter.values(command, settings(words.getFirst()));
        for (Setting<?> setting : settings(words.getFirst())) {
            assertEquals(expected.isGiven(setting), plain.flags().isGiven(setting), setting.name());
            assertEquals(true, expected.isSame(setting, plain.flags()), setting.name());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve /srv/site --port 9090 --memory 64m",
                "serve http://127.0.0.1:3000/",
                "serve x --join 10.0.0.1:5701,10.0.0.2:5701",
                "serve x --config node.yaml -v",
                "dispatch --backend 127.0.0.1:8080"
            })
    void plainOnesNeedNoPicocli(String line) {
        assertNotNull(read(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve a b",
                "serve --prot 80",
                "serve --port",
                "serve --port x",
                "serve --port 1 --port 2",
                "dispatch --backend 127.0.0.1:8080 --backend 127.0.0.1:8081",
                "serve --port --host",
                "serve --config a --config b",
                "serve -v -v",
                "serve -x",
                "serve --help",
                "serve @file",
                "serve --port=",
                "dispatch site",
                "dispatch --list"
            })
    void allOthersAreLeftToPicocli(String line) {
        assertNull(read(line));
    }
}
