package io.meshlog.node.it;

import static io.meshlog.node.it.Refusal.assertHeld;
import static io.meshlog.node.it.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshlog.node.store.file.StoreFiles;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §9 on files that may no longer be written: refusals, reads, nothing lost, and it is over by itself. */
@Tag("ci")
@Tag("full")
class ReadOnlyRemountIT {
    @TempDir
    Path dir;

    /**
     * A kernel makes no file system read-only while a file in it is open for writing, but for a fault of its own. So
     * first the files are, which a node outlives; then there is such a fault, after which the kernel wants it unmounted.
     */
    @Test
    void readsGoOnNothingIsLostAndWritesComeBackWithTheRight() throws Exception {
        Path image = dir.resolve("image");
        try (SmallDisk disk = SmallDisk.ofExt4(image, dir.resolve("disk"), 64)) {
            Path file = disk.data().resolve(StoreFiles.NAME);
            KeptReader reader = new KeptReader();
            try (ChildNode node = ChildNode.start(disk.data())) {
                assertThat(node.append("one").statusCode()).isEqualTo(201);
                String[] files = {file.toString(), StoreFiles.wal(file).toString()};
                Tools.run("chattr", "+i", files[0], files[1]);
                try {
                    assertRefused(node.appendKeyed("two"), "store-io", "store-read-only");
                    assertHeld(node, "the log's files");
                    assertThat(reader.readOn(node)).containsOnlyKeys("one");
                } finally {
                    Tools.run("chattr", "-i", files[0], files[1]);
                }
                await().atMost(Duration.ofSeconds(20)).until(node::isReady);
                assertThat(node.appendKeyed("two").statusCode()).isEqualTo(201);

                disk.remount("abort");
                assertRefused(node.appendKeyed("three"), "store-io", "store-read-only");
                assertHeld(node, "the log's files");
                assertThat(reader.readOn(node)).containsOnlyKeys("one", "two");
                node.kill();
            }
            disk.unmount();
            disk.mountImage(image);
            try (ChildNode node = ChildNode.start(disk.data())) {
                assertThat(node.isReady()).isTrue();
                assertThat(node.appendKeyed("three").statusCode()).isIn(200, 201);
                assertThat(reader.readOn(node)).containsOnlyKeys("one", "two", "three");
                node.stop();
            }
            assertThat(LeftFiles.assertIntact(disk.data())).isEqualTo(3);
        }
    }
}
